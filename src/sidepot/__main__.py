"""`python -m sidepot` is `sidepot`."""

import sys

from sidepot.cli import main

sys.exit(main())
