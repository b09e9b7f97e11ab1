import { z } from 'zod'
import type { StoredDocument } from '../kernel/key.ts'
import { MIN_REVOCATION_CHARACTERS } from '../kernel/limits.ts'
import { ok, refuse, type Result } from '../kernel/result.ts'
import { remoteConfigSchema, type RemoteConfig } from './profile.ts'

const DEFAULTS: RemoteConfig = {
  dev_new_login_method: false,
  web_session_revokation_datetime: '',
  show_new_type_question: false,
}

/** The stored flags over the defaults; a document that does not fit counts as none, so that a slip locks no one out. */
export function remoteConfigOf(document: StoredDocument | undefined): RemoteConfig {
  const parsed = remoteConfigSchema.safeParse({ ...DEFAULTS, ...document })
  return parsed.success ? parsed.data : DEFAULTS
}

/** What an administrator wants the flags to be, as text came from them: no field more, no endless text. */
export const remoteConfigWishSchema = z.strictObject({
  ...remoteConfigSchema.shape,
  web_session_revokation_datetime: z.string().max(100),
})

/** Reads no revocation, or a moment (part 1, point 7: 19 characters at least). Refuses with flags.datetime-invalid. */
export function readRemoteConfig(wish: RemoteConfig): Result<RemoteConfig> {
  const moment = wish.web_session_revokation_datetime.trim()
  const isMoment = moment.length >= MIN_REVOCATION_CHARACTERS && !Number.isNaN(Date.parse(moment))
  if (moment !== '' && !isMoment) return refuse('flags.datetime-invalid')
  return ok({ ...wish, web_session_revokation_datetime: moment })
}
