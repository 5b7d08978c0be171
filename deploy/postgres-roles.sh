#!/bin/sh
# The two roles of docs/operations.md ("The database's two roles"), made when the database is: who owns the tables, and who
# works with their rows.
set -eu
psql --set=ON_ERROR_STOP=1 --username=postgres \
  --set=owner="$OWNER_PASSWORD" --set=site="$SITE_PASSWORD" <<'SQL'
create role helix login password :'owner';
create role helix_site login password :'site';
create database helix owner helix;
SQL
