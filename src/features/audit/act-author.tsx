import type { AuditEntry } from '#domain/audit/index.ts'

type ActAuthorProps = {
  readonly entry: AuditEntry
  /** what people are called, by the path of their document */
  readonly names: Readonly<Record<string, string>>
}

/** Who did it, by name, and the username of then under it: the log is filtered by it. */
export function ActAuthor({ entry: { by, username }, names }: ActAuthorProps) {
  const name = names[`usuarios/${by}`]
  if (name === undefined || name === username) return username
  return (
    <span className="r-column r-gap-0">
      {name}
      <span className="r-note r-soft">{username}</span>
    </span>
  )
}
