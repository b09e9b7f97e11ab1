import { SYSTEMS_USAGE } from '#connectors/connect.ts'

/** The output of `npm start -- --help`: all settings of the server, for every host. */
export const USAGE = `Usage: npm start [-- OPTIONS], or in an archive: node server.mjs [OPTIONS]
  --empty      start without the demonstration; prints a one-time link for the first administrator's password
  --check      only check the settings, and that this release can open the data; also beside a running server
  --older      start although a newer release has written the data

Environment:
  PORT, HOST   8080 and 127.0.0.1, unless set; 0.0.0.0 is every interface
  DATA_DIR     database and files; ./data, unless set
  ORIGIN       the public address, https://forms.example.org; several with commas. With https, cookies are Secure and
               HSTS is sent. Changes from elsewhere are refused; under another domain all but /publico is a 404 that
               links here; localhost always works. Unless set, it is the request's host
  PROXY=1      your proxy writes X-Forwarded-For, whose last entry is the client. Never without a proxy
  ADMIN_EMAIL  with --empty: the first administrator's address; admin@relevo.example, unless set
  SMTP_URL     smtps://user:password@mail.example.org (TLS), or smtp:// with port 587 and ?requireTLS=true. Without it
               each mail is a file in data/mail, also with links for forgotten passwords
  MAIL_FROM    who writes: Relevo <forms@example.org>. Links in mails begin with the first ORIGIN

Watching (OPERATING.md):
  METRICS_TOKEN  GET /api/metrics answers Prometheus with this token: openssl rand -hex 24. Unless set, it is a 404
  REQUEST_LOG=all  each request is a line of the log; 'failed', unless set, is those with a status from 500; or 'off'

Single sign-on, by OpenID Connect (the provider needs ORIGIN/sso/retorno as redirect, ORIGIN/login after signing out):
  OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET (where the provider wants one)
  OIDC_NAME    on the button
  OIDC_CHANGE_PASSWORD  the parameter that leads to the provider's change of password:
               kc_action=UPDATE_PASSWORD, or action=change-password

Outside systems, each address with a _TOKEN that is sent as Authorization (functions/src/connectors/README.md):
${SYSTEMS_USAGE.join('\n')}
  WEBHOOKS_LOCAL=1     webhooks also to http and to addresses of this machine and its networks

Maps (without tiles there is no map; not OpenStreetMap's own servers):
  MAP_TILES_URL, MAP_SATELLITE_URL  https://tiles.example.org/{z}/{x}/{y}.png?key=…, each with _TOKEN, and with
               _ATTRIBUTION (© OpenStreetMap contributors), which is shown on every map
  MAP_DOWNLOAD=allowed  inspectors may fetch the drawn map in advance, 30,000 tiles each; many providers forbid it

After a leap of the machine's clock:
  CLOCK_CHECKED=2027-01-31  today's date, once the clock was looked at; it is believed for two days. Sweeps (deleted
               answers, ended sessions, unnamed files) wait while the clock is over two days from the newest time seen;
               health says "clock":"leapt", and the log every hour
`
