import { z } from 'zod'
import { LANGUAGES, MAX_PASSWORD_LENGTH } from '../../kernel/limits.ts'

/** `email`: an e-mail address or a username. */
export const credentialsSchema = z.strictObject({
  email: z.string().min(1).max(254),
  password: z.string().min(1).max(MAX_PASSWORD_LENGTH),
})
export type SentCredentials = Readonly<z.infer<typeof credentialsSchema>>

/** `token`: token of a one-time link. */
export const passwordSetRequestSchema = z.strictObject({
  token: z.string().min(1).max(200),
  password: z.string().max(MAX_PASSWORD_LENGTH),
  /** language of the notification to the account's owner */
  language: z.enum(LANGUAGES).default('en'),
})
export type PasswordSetRequest = Readonly<z.output<typeof passwordSetRequestSchema>>
