"""The services there are."""

from functions.algoitny.service import SERVICE as ALGOITNY
from functions.codekurukshetra.service import SERVICE as CODEKURUKSHETRA
from functions.exambuddy.service import SERVICE as EXAMBUDDY
from functions.wdrbe.service import SERVICE as WDRBE

SERVICES = (ALGOITNY, EXAMBUDDY, WDRBE, CODEKURUKSHETRA)
