import { integrationIdSchema, type ApiToken } from './documents/api-token.ts'

const TOKEN = /^relevo_([0-9A-Z]{26})_[A-Za-z0-9_-]{43}$/
const BEARER = /^Bearer ([\w-]{1,200})$/i

/**
 * A token, shown once: its id finds it without a search, its first word finds it where it was published by mistake.
 * @param secret 32 random bytes as base64url
 */
export function tokenText(id: ApiToken['id'], secret: string): string {
  return `relevo_${id}_${secret}`
}

/** Reads `Authorization`. Undefined: it shows nothing that could be a token. */
export function tokenIn(header: string | null): { readonly id: ApiToken['id']; readonly text: string } | undefined {
  const text = BEARER.exec(header ?? '')?.[1] ?? ''
  const id = integrationIdSchema.safeParse(TOKEN.exec(text)?.[1])
  return id.success ? { id: id.data, text } : undefined
}
