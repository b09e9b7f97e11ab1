import { integrationIdSchema, type ApiToken } from './documents/api-token.ts'

const TOKEN = /^relevo_([0-9A-Z]{26})_[A-Za-z0-9_-]{43}$/
const BEARER = /^Bearer ([\w-]{1,200})$/i

/**
 * Formats a token, which is shown once. The id allows looking up the token, and the prefix allows finding leaked tokens
 * in public texts.
 * @param secret 32 random bytes as base64url
 */
export function formatApiToken(id: ApiToken['id'], secret: string): string {
  return `relevo_${id}_${secret}`
}

/** Reads the `Authorization` header. Undefined if it contains no token. */
export function parseApiToken(
  header: string | null,
): { readonly id: ApiToken['id']; readonly text: string } | undefined {
  const text = BEARER.exec(header ?? '')?.[1] ?? ''
  const id = integrationIdSchema.safeParse(TOKEN.exec(text)?.[1])
  return id.success ? { id: id.data, text } : undefined
}
