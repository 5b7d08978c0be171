#!/bin/sh
# The two roles of docs/operations.md ("The database's two roles"), made when the database is: who owns the tables, and who
# works with their rows. Their passwords are those of the addresses that the site gets.
set -eu
folder=${SECRETS_FOLDER:-/run/secrets}
password() { sed 's#^[a-z]*://[^:/]*:\([^@]*\)@.*#\1#' "$folder/$1"; }
psql --set=ON_ERROR_STOP=1 --username=postgres \
  --set=owner="$(password DATABASE_OWNER_URL)" --set=site="$(password DATABASE_URL)" <<'SQL'
create role helix login password :'owner';
create role helix_site login password :'site';
create database helix owner helix;
SQL
