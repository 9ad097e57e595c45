"""`python -m sidepot` runs the command `sidepot`."""

import sys

from sidepot.cli import main

sys.exit(main())
