import { useNavigate, useSearch } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { Trans, useLingui } from '@lingui/react/macro'
import { provisionalReference } from '#domain/codes/index.ts'
import { heldPageSchema, type HeldLine } from '#domain/sync/index.ts'
import { loadTemplate } from '#local/index.ts'
import { readAs } from '#sync/index.ts'
import {
  AnswerCode,
  EmptyState,
  Item,
  ItemList,
  LinkButton,
  Page,
  Pager,
  useAccount,
  useFormats,
  useFormTexts,
  useHeldReason,
  useNudges,
} from '#ui/index.ts'
import { AskedPart } from './asked.tsx'
import { Parts } from './parts.tsx'
import { useAsked } from './use-asked.ts'
import styles from './supervision.module.css'

const readPage = readAs(heldPageSchema)

/** /supervision/retenidas: what the server keeps safe until somebody decides, the oldest first. */
export function HeldListScreen() {
  const { t } = useLingui()
  const { live } = useAccount()
  const { pagina = 1 } = useSearch({ from: '/supervision/retenidas' })
  const navigate = useNavigate({ from: '/supervision/retenidas' })
  const [asked, again] = useAsked(`/api/held?page=${pagina}`, readPage, useNudges(live, 'held'))
  return (
    <Page title={t`Held answers`} subtitle={<Trans>They arrived whole, and could not be accepted by themselves. Each needs a decision.</Trans>}>
      <Parts />
      <AskedPart asked={asked} again={again}>
        {({ held, page, pageSize, total }) =>
          held.length === 0 ? (
            <EmptyState title={<Trans>Nothing waits for a decision.</Trans>} />
          ) : (
            <>
              <ItemList label={t`Held answers`}>
                {held.map((line) => (
                  <HeldItem key={line.answer.id} line={line} />
                ))}
              </ItemList>
              <footer className={styles['foot']}>
                <Pager
                  page={page}
                  pages={Math.max(1, Math.ceil(total / pageSize))}
                  onPage={(next) => void navigate({ search: next > 1 ? { pagina: next } : {} })}
                />
              </footer>
            </>
          )
        }
      </AskedPart>
    </Page>
  )
}

function HeldItem({ line: { template, answer, reason, at } }: { readonly line: HeldLine }) {
  const { t } = useLingui()
  const { local } = useAccount()
  const formats = useFormats()
  const textOf = useFormTexts()
  const reasonText = useHeldReason()
  // The form's title in the reader's language, where this device has the form.
  const known = useLiveQuery(() => loadTemplate(local, template.id), [local, template.id])
  const author = `${answer.firstName} ${answer.lastName}`.trim()
  return (
    <Item
      title={textOf(known ?? template, 'titulo')}
      details={[
        <AnswerCode key="code" id={answer.id} code="" />,
        author === '' ? answer.creadoPor : author,
        t`Saved ${formats.dateTime(answer.fechaCreacion)}`,
        t`Arrived ${formats.dateTime(at)}`,
        <strong key="reason" className={styles['reason']}>
          {reasonText(reason)}
        </strong>,
      ]}
    >
      <LinkButton to="/supervision/retenidas/$id" params={{ id: answer.id }} aria-label={t`Look and decide about ${provisionalReference(answer.id)}`}>
        <Trans>Look and decide</Trans>
      </LinkButton>
    </Item>
  )
}
