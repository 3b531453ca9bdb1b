"""The services there are."""

from functions.algoitny.service import SERVICE as ALGOITNY

SERVICES = (ALGOITNY,)
