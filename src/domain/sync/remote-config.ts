import { remoteConfigSchema, type RemoteConfig } from './profile.ts'
import type { StoredDocument } from '../kernel/key.ts'

const DEFAULTS: RemoteConfig = {
  dev_new_login_method: false,
  web_session_revokation_datetime: '',
  show_new_type_question: false,
}

/** The flags as stored over the defaults; a document that does not fit counts as none, so that a slip locks nobody out. */
export function remoteConfigOf(document: StoredDocument | undefined): RemoteConfig {
  if (document === undefined) return DEFAULTS
  const parsed = remoteConfigSchema.safeParse({ ...DEFAULTS, ...document })
  return parsed.success ? parsed.data : DEFAULTS
}
