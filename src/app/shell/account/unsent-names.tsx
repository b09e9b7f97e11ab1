import { useLiveQuery } from 'dexie-react-hooks'
import { answerName, deviceAnswerName } from '#domain/answering/index.ts'
import { provisionalReference } from '#domain/codes/index.ts'
import type { AnswerId } from '#domain/kernel/index.ts'
import { listDrafts, listOutbox, loadAnswer, loadTemplate, type Local } from '#local/index.ts'
import { useAccount } from '#ui/index.ts'

/** Maximum names shown, so that the dialog stays readable. */
const SHOWN = 5

type Named = { readonly id: AnswerId; readonly name: string }

/** Names of the unsent answers on this device, without duplicates. Waiting answers are first, then drafts. */
export function UnsentNames() {
  const { local } = useAccount()
  const unsent = useLiveQuery(() => listUnsent(local), [local])
  if (unsent === undefined) return null
  const more = unsent.ids.length - unsent.named.length
  return (
    <ul>
      {unsent.named.map(({ id, name }) => (
        <li key={id}>
          {name !== '' && `${name} · `}
          <span className="r-code">{provisionalReference(id)}</span>
        </li>
      ))}
      {more > 0 && <li>{`+ ${more}`}</li>}
    </ul>
  )
}

async function listUnsent(local: Local): Promise<{ readonly ids: readonly AnswerId[]; readonly named: Named[] }> {
  const [outbox, drafts] = await Promise.all([listOutbox(local), listDrafts(local)])
  const draftsById = new Map(drafts.map((draft) => [draft.id, draft]))
  const ids = [...new Set([...outbox.map(({ answer }) => answer), ...draftsById.keys()])]
  const named = await Promise.all(
    ids.slice(0, SHOWN).map(async (id): Promise<Named> => {
      const draft = draftsById.get(id)
      if (draft !== undefined)
        return { id, name: answerName(await loadTemplate(local, draft.template, draft.version), draft) }
      const answer = await loadAnswer(local, id)
      if (answer === undefined) return { id, name: '' }
      return { id, name: deviceAnswerName(await loadTemplate(local, answer.template, answer.version), answer) }
    }),
  )
  return { ids, named }
}
