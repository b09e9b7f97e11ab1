import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createPersonService, findUserByLogin, normaliseLogin } from '#core/index.ts'
import type { FileStore, Store } from '#core/ports.ts'
import { actorOfUser, can } from '#domain/access/index.ts'
import { answerIdSchema, type AnswerId } from '#domain/kernel/index.ts'
import {
  formatExportedRecords,
  ERASURE_WORDS,
  IDENTIFIER_KINDS,
  MAX_ERASED_PER_REQUEST,
  MAX_ERASURE_REASON_LENGTH,
  MAX_EXPORTED_PER_REQUEST,
  personIdentifierSchema,
  type ExportedRecord,
  type PersonRecordListItem,
  type PersonIdentifier,
} from '#domain/privacy/index.ts'
import type { User } from '#domain/users/index.ts'
import { PRIVATE_FILE_MODE, PRIVATE_FOLDER_MODE } from '../data-folder.ts'
import { type Command, CommandError, type CommandContext, findDataFolder } from './command.ts'
import { withStoppedStore } from './stopped-store.ts'

const USAGE = `Usage, with the server stopped:
  npm run person -- find PERSON --by ADMINISTRATOR
  npm run person -- export PERSON --by ADMINISTRATOR --to FOLDER
  npm run person -- erase PERSON --by ADMINISTRATOR --reason WHY --confirm ERASE [--only ID]...
PERSON is --number ID-NUMBER, --email ADDRESS or --citizen ID. ADMINISTRATOR is the e-mail address or username of an
administrator; their municipalities are searched, and the audit log names them. Without --only, a record that names the
person only in a text, perhaps beside others, is not erased.`

/** Origin of the command's entries in the audit log. */
const COMMAND = 'person'
const ACTIONS = ['find', 'export', 'erase'] as const

/** `npm run person`: finds, exports or erases what is stored about a person. */
export const personCommand: Command = async ({ args, env, print }) => {
  const asked = parseRequest(args)
  if (asked === undefined) {
    print(USAGE)
    return 2
  }
  return withStoppedStore(findDataFolder(env), print, async ({ store, files }) => {
    const user = await findAdministrator(store, asked.by)
    const random = (length: number): Uint8Array => new Uint8Array(randomBytes(length))
    // Webhooks are queued; the started server sends them.
    const persons = createPersonService({ store, files, clock: Date.now, random }, new Set(['webhook.send']))
    const run: Run = { persons, files, by: { user, address: COMMAND }, asked, print }
    const found = await findAll(run)
    if (asked.action === 'export') return exportTo(run, found)
    return asked.action === 'erase' ? erase(run, found) : 0
  })
}

type Request = {
  readonly action: (typeof ACTIONS)[number]
  readonly sought: PersonIdentifier
  readonly by: string
  readonly to: string
  readonly reason: string
  readonly only: readonly AnswerId[]
}
type Run = {
  readonly persons: ReturnType<typeof createPersonService>
  readonly files: FileStore
  readonly by: { readonly user: User; readonly address: string }
  readonly asked: Request
  readonly print: CommandContext['print']
}

/** @returns undefined for wrong use */
function parseRequest(args: readonly string[]): Request | undefined {
  const text = { type: 'string' } as const
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        number: text,
        email: text,
        citizen: text,
        by: text,
        to: text,
        reason: text,
        confirm: text,
        only: { type: 'string', multiple: true },
      },
    })
    const action = ACTIONS.find((known) => known === positionals[0])
    const kinds = IDENTIFIER_KINDS.filter((known) => values[known] !== undefined)
    const [kind] = kinds
    const sought = personIdentifierSchema.safeParse({ kind, value: kind === undefined ? '' : values[kind] })
    const only = answerIdSchema.array().safeParse(values.only ?? [])
    const { by = '', to = '', reason = '', confirm = '' } = values
    const isComplete = {
      find: true,
      export: to !== '',
      erase: reason.trim() !== '' && reason.length <= MAX_ERASURE_REASON_LENGTH && WORDS.includes(confirm),
    }
    if (action === undefined || !isComplete[action] || kinds.length !== 1 || positionals.length > 1) return undefined
    if (!sought.success || !only.success || by === '') return undefined
    return { action, sought: sought.data, by, to, reason: reason.trim(), only: only.data }
  } catch {
    return undefined
  }
}
const WORDS: readonly string[] = Object.values(ERASURE_WORDS)

async function findAdministrator(store: Store, login: string): Promise<User> {
  const user = await findUserByLogin(store, normaliseLogin(login))
  if (user === undefined || !can(actorOfUser(user), 'manage', 'usuario_municipio'))
    throw new CommandError(`${login} is not an active administrator.`)
  return user
}

/** Finds and prints all records. */
async function findAll({ persons, by, asked, print }: Run): Promise<readonly PersonRecordListItem[]> {
  const found = new Map<AnswerId, PersonRecordListItem>()
  let after: string | undefined
  do {
    const page = await persons.find(by, asked.sought, after)
    for (const record of page.records) found.set(record.id, record)
    if (after === undefined) print(`hash in the audit log: ${page.proof}`)
    if (page.account !== undefined) print(`staff account: ${page.account.userMuniCore} (deactivate it in the app)`)
    if (page.emails > 0) print(`unsent e-mails: ${page.emails}`)
    after = page.next
  } while (after !== undefined)
  for (const { id, kind, as, name, code, title, at } of found.values())
    print([id, kind, as, name, at.slice(0, ISO_DATE_LENGTH), code, title].join('\t'))
  print(`${found.size} records`)
  return [...found.values()]
}
const ISO_DATE_LENGTH = 10

/** Writes `person.json`, `person.txt` and the files of the answers. */
async function exportTo(
  { persons, files, by, asked, print }: Run,
  found: readonly PersonRecordListItem[],
): Promise<number> {
  const folder = resolve(asked.to)
  mkdirSync(join(folder, 'files'), { recursive: true, mode: PRIVATE_FOLDER_MODE })
  const records: ExportedRecord[] = []
  const ids = found.map(({ id }) => id)
  for (let start = 0; start < ids.length; start += MAX_EXPORTED_PER_REQUEST) {
    const part = await persons.exportRecords(by, asked.sought, ids.slice(start, start + MAX_EXPORTED_PER_REQUEST))
    records.push(...part)
  }
  const write = (name: string, content: string | Uint8Array): void =>
    writeFileSync(join(folder, name), content, { mode: PRIVATE_FILE_MODE })
  write('person.json', JSON.stringify(records, null, 2))
  write('person.txt', formatExportedRecords(records))
  for (const { sha256, name } of records.flatMap(({ answer }) => answer?.files ?? [])) {
    const bytes = await files.read(sha256)
    if (bytes === undefined) print(`missing file: ${sha256} ${name}`)
    else
      write(
        join('files', `${sha256.slice(0, SHORT_HASH)}-${name}`),
        new Uint8Array(await new Response(bytes).arrayBuffer()),
      )
  }
  print(`${records.length} records in ${folder}`)
  return 0
}
const SHORT_HASH = 12

async function erase({ persons, by, asked, print }: Run, found: readonly PersonRecordListItem[]): Promise<number> {
  const { sought, only, reason } = asked
  const wanted = only.length > 0 ? only : found.filter(({ as }) => as !== 'content').map(({ id }) => id)
  let [erased, left] = [0, 0]
  for (let start = 0; start < wanted.length; start += MAX_ERASED_PER_REQUEST) {
    const ids = wanted.slice(start, start + MAX_ERASED_PER_REQUEST)
    const done = await persons.erase(by, { person: sought, ids, reason })
    erased += done.erased.length
    left += done.left.length
    for (const { id, why } of done.left) print(`not erased: ${id} ${NOT_ERASED[why]}`)
  }
  print(
    `${erased} records erased. Devices delete their copies with the next pull; backups keep them until they rotate.`,
  )
  return left === 0 ? 0 : 1
}

const NOT_ERASED = {
  missing: 'is not of this person',
  payment: 'has an open payment or refund',
  held: 'waits for a decision in the holding area',
} as const
