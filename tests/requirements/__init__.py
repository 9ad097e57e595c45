"""Tests of the locks, their licences and their audit."""
