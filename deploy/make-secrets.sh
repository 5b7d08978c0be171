#!/bin/sh
# Generates the secrets for deploy/compose.yaml: files in deploy/secrets for the site, and deploy/.env for the other containers.
# Existing ones are kept. Set the site's URL and mail server:
#   PUBLIC_URL=https://helix.example SMTP_URL=smtps://user:password@mail.example deploy/make-secrets.sh
set -eu
cd "$(dirname "$0")"
umask 077
mkdir -p secrets
# Containers read the files as different users; the folder's permissions keep out other users of this machine.
keep() { [ -e "secrets/$1" ] || { printf '%s\n' "$2" >"secrets/$1"; chmod 444 "secrets/$1"; }; }
word() { openssl rand -hex 24; }
[ -e secrets/SMTP_URL ] || keep SMTP_URL "${SMTP_URL:?set it to the mail server, such as smtps://user:password@mail.example}"
keep SECRET_KEY "$(openssl rand -base64 32)"
keep DATABASE_URL "postgres://helix_site:$(word)@postgres:5432/helix"
keep DATABASE_OWNER_URL "postgres://helix:$(word)@postgres:5432/helix"
keep REDIS_URL "redis://:$(word)@redis:6379"
keep REDIS_CONF "requirepass $(sed "s|.*:\(.*\)@.*|\1|" secrets/REDIS_URL)"
keep STORAGE_KEY_ID "$(word)"
keep STORAGE_SECRET "$(word)"
if [ ! -e .env ]; then
  cat >.env <<END
PUBLIC_URL=${PUBLIC_URL:?set it to the URL of the site}
STORAGE_KEY_ID=$(cat secrets/STORAGE_KEY_ID)
STORAGE_SECRET=$(cat secrets/STORAGE_SECRET)
POSTGRES_PASSWORD=$(word)
END
fi
echo "The secrets are in $(pwd)/secrets and $(pwd)/.env: keep secrets/SECRET_KEY with your backups."
