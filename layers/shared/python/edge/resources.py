"""What a function holds for its whole life: the stores of its service, made once per cold start."""

from edge.settings import settings
from singletable.bucket import Bucket
from singletable.client import aws_client, dynamodb_client
from singletable.cursor import Cursors
from singletable.errors import SchemaError
from singletable.service import Service
from singletable.store import Store


def store_of(service: Service) -> Store:
    """The service's store. Functions of several services may share a process in tests, so nothing is global."""
    held = _stores.get(service.name)
    if held is None:
        read = settings()
        bucket = Bucket(read.bucket, lambda: aws_client("s3")) if read.bucket else None
        held = Store(service.table, dynamodb_client(), name=read.table, cursors=Cursors(read.cursor_key), bucket=bucket)
        _stores[service.name] = held
    return held


def vault_of(service: Service) -> Store:
    """The store of the service's second table, over the same connections."""
    if service.vault is None:
        raise SchemaError(f"{service.name} declares no vault")
    held = _vaults.get(service.name)
    if held is None:
        main, read = store_of(service), settings()
        held = Store(service.vault, main.client, name=read.vault, cursors=main.cursors)
        _vaults[service.name] = held
    return held


_stores: dict[str, Store] = {}
_vaults: dict[str, Store] = {}
