import { z } from 'zod'
import type { StoredDocument } from '../kernel/key.ts'
import { MIN_FLAG_TIME_LENGTH } from '../kernel/limits.ts'
import { ok, refuse, type Result } from '../kernel/result.ts'
import { remoteConfigSchema, type RemoteConfig } from './profile.ts'

const DEFAULTS: RemoteConfig = {
  dev_new_login_method: false,
  web_session_revokation_datetime: '',
  show_new_type_question: false,
}

/**
 * Returns the stored flags, with defaults for missing ones. An invalid document counts as empty, so that a mistake
 * locks no user out.
 */
export function parseRemoteConfig(document: StoredDocument | undefined): RemoteConfig {
  const parsed = remoteConfigSchema.safeParse({ ...DEFAULTS, ...document })
  return parsed.success ? parsed.data : DEFAULTS
}

/** Flags as an administrator enters them; strict, and with limited length. */
export const remoteConfigInputSchema = z.strictObject({
  ...remoteConfigSchema.shape,
  web_session_revokation_datetime: z.string().max(100),
})

/**
 * Validates the revocation time: must be empty, or a date and time with at least 19 characters (part 1, point 7).
 * Refuses with flags.datetime-invalid.
 */
export function validateRemoteConfig(input: RemoteConfig): Result<RemoteConfig> {
  const moment = input.web_session_revokation_datetime.trim()
  const isMoment = moment.length >= MIN_FLAG_TIME_LENGTH && !Number.isNaN(Date.parse(moment))
  if (moment !== '' && !isMoment) return refuse('flags.datetime-invalid')
  return ok({ ...input, web_session_revokation_datetime: moment })
}
