#!/bin/sh
# Runs once, when the volume of PostgreSQL is empty: a login for Waymark, which isn't a superuser, and its database.
set -eu
psql --username postgres --set ON_ERROR_STOP=1 --set password="$DATABASE_PASSWORD" <<'SQL'
create role waymark login createrole password :'password';
create database waymark owner waymark;
SQL
