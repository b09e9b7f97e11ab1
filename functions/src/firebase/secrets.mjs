/**
 * Names of settings that are secrets: they belong into Secret Manager, never into functions/.env, which is uploaded
 * with the code and shown in the console.
 */
const SECRET = /^(?:SMTP_URL|OIDC_CLIENT_SECRET|[A-Z][A-Z_]*_TOKEN)$/
const LINE = /^\s*(?:export\s+)?([A-Z][A-Z0-9_]*)\s*=\s*(.*?)\s*$/

/**
 * Reads the names in `SECRETS=SMTP_URL,OIDC_CLIENT_SECRET` of an .env file. Throws for a secret in plain text, and for
 * a name that is no secret setting.
 */
export function readSecretNames(text) {
  const settings = text.split('\n').flatMap((line) => {
    const [, name, value] = LINE.exec(line) ?? []
    return name === undefined ? [] : [[name, value.replaceAll(/^["']|["']$/g, '')]]
  })
  const plain = settings.find(([name, value]) => SECRET.test(name) && value !== '')
  if (plain !== undefined)
    throw new Error(
      `${plain[0]} is a secret: remove it from functions/.env, run firebase functions:secrets:set ${plain[0]}, and name it in SECRETS`,
    )
  const names = settings
    .filter(([name]) => name === 'SECRETS')
    .flatMap(([, value]) => value.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const unknown = names.find((name) => !SECRET.test(name))
  if (unknown !== undefined) throw new Error(`SECRETS names ${unknown}, which is no secret setting`)
  return names
}
