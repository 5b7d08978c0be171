#!/bin/sh
# Creates the two roles of docs/operations.md ("The database's two roles") together with the database: the owner of the tables, and
# the site's role, which works with their rows. Their passwords are those in the URLs given to the site.
set -eu
folder=${SECRETS_FOLDER:-/run/secrets}
password() { sed 's#^[a-z]*://[^:/]*:\([^@]*\)@.*#\1#' "$folder/$1"; }
psql --set=ON_ERROR_STOP=1 --username=postgres \
  --set=owner="$(password DATABASE_OWNER_URL)" --set=site="$(password DATABASE_URL)" <<'SQL'
create role helix login password :'owner';
create role helix_site login password :'site';
create database helix owner helix;
SQL
