import { remoteConfigSchema, type RemoteConfig } from '#domain/sync/index.ts'
import type { StoredDocument } from '#domain/store/index.ts'

/** Flags that change behaviour without a release (part 1, point 7); an administrator writes this document. */
export const REMOTE_CONFIG_KEY = 'settings/remote-config'

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
