import { Button, Stack } from '@mantine/core'
import { useState, useMemo, type ReactNode } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  readTemplateVersion,
  checkLocks,
  toTemplateDraft,
  compareTemplates,
  type FormTemplate,
  type VersionLine as Line,
  type TemplateDraft,
  type TemplateDifference,
} from '#domain/templates/index.ts'
import { getMunicipality, unreachable, type TemplateId } from '#domain/kernel/index.ts'
import {
  useFormats,
  LoadablePart,
  Banner,
  notify,
  useEndpointData,
  useMunicipalityTimeZone,
  useProblemText,
  Fold,
} from '#ui/index.ts'
import type { ToolProps } from '../panel.ts'
import { SingleChoice } from '../panels/parts/choices.tsx'
import { useDifferenceTexts } from './use-difference-texts.ts'
import styles from './versions.module.css'

type VersionListItemProps = {
  readonly line: Line
  /** number of the version before; undefined for the first version */
  readonly previous: number | undefined
  readonly isNewest: boolean
  /** the server's published version that the editor started with or has published */
  readonly saved: FormTemplate
  readonly id: TemplateId
  readonly tool: Omit<ToolProps, 'saved'>
}

/** A version in the list. Its changes are loaded when unfolded. */
export function VersionListItem(props: VersionListItemProps) {
  const { line, isNewest } = props
  const { version, username, date } = line
  const { t } = useLingui()
  const formats = useFormats()
  const [opened, setOpened] = useState(false)
  const day = formats.dateTime(date)
  return (
    <li>
      <Fold
        className={`r-under ${styles['version']}`}
        title={
          <>
            <strong>{t`Version ${version}`}</strong>
            <span>
              {username === null ? (
                day
              ) : (
                <Trans>
                  {day}, by {username}
                </Trans>
              )}
            </span>
            {isNewest && <span className={`r-small ${styles['newest']}`}>{t`In use`}</span>}
          </>
        }
        onToggle={setOpened}
      >
        {opened && <VersionDetails {...props} />}
      </Fold>
    </li>
  )
}

/** Number of differences shown initially. */
const MAX_SHOWN = 50

/** The differences between two forms, line by line. */
function DifferenceList({ before, after }: { readonly before: TemplateDraft; readonly after: TemplateDraft }) {
  const { t } = useLingui()
  const differences = useMemo(() => compareTemplates(before, after), [before, after])
  const [all, setAll] = useState(false)
  const [area] = after.areas
  const timeZone = useMunicipalityTimeZone(area === undefined ? undefined : getMunicipality(area))
  const total = differences.length
  if (total === 0) return <p className="r-soft">{t`No differences.`}</p>
  return (
    <div>
      <ul className={`r-plain ${styles['differences']}`} aria-label={t`Differences`}>
        {(all ? differences : differences.slice(0, MAX_SHOWN)).map((difference, index) => (
          <li key={index}>
            <ChangedLine difference={difference} timeZone={timeZone} />
          </li>
        ))}
      </ul>
      {!all && total > MAX_SHOWN && (
        <Button variant="subtle" onClick={() => setAll(true)}>
          <Trans>Show all {total}</Trans>
        </Button>
      )}
    </div>
  )
}

type ChangedLineProps = { readonly difference: TemplateDifference; readonly timeZone: string | undefined }

function ChangedLine({ difference, timeZone }: ChangedLineProps) {
  const words = useDifferenceTexts(timeZone)
  const what = words.part(difference.part)
  const where = words.within(difference.part)
  switch (difference.kind) {
    case 'added':
      return <DifferenceSentence verb={<Trans comment="something in a form">Added</Trans>} what={what} where={where} />
    case 'removed':
      return (
        <DifferenceSentence verb={<Trans comment="something in a form">Removed</Trans>} what={what} where={where} />
      )
    case 'moved': {
      const from = words.position(difference.from)
      const to = words.position(difference.part)
      return (
        <>
          <DifferenceSentence verb={<Trans comment="something in a form">Moved</Trans>} what={what} where="" />
          <span className="r-breaks">
            <Value text={from} /> → <Value text={to} />
          </span>
        </>
      )
    }
    case 'changed': {
      const { field } = difference
      return (
        <>
          <DifferenceSentence verb={words.field(field)} what={what} where={where} />
          <span className="r-breaks">
            <Value text={words.value(field, difference.before)} /> →{' '}
            <Value text={words.value(field, difference.after)} />
          </span>
        </>
      )
    }
    default:
      return unreachable(difference)
  }
}

function DifferenceSentence({
  verb,
  what,
  where,
}: {
  readonly verb: ReactNode
  readonly what: string
  readonly where: string
}) {
  return (
    <span>
      <strong>{verb}</strong> · {what}
      {where !== '' && <span className="r-soft"> · {where}</span>}
    </span>
  )
}

function Value({ text }: { readonly text: string }) {
  return <span className={styles['value']}>{text}</span>
}

/** A version and its predecessor; null for the first version. */
type VersionPair = { readonly version: FormTemplate; readonly before: FormTemplate | null }

/** Changes made by a version. Loads the version and its predecessor only once, as versions never change. */
function VersionDetails({ id, line: { version }, previous, isNewest, saved, tool }: VersionListItemProps) {
  const [loadable, retry] = useEndpointData(readTemplateVersion, { id, version })
  const [before, retryBefore] = useEndpointData(
    readTemplateVersion,
    { id, version: previous ?? version },
    previous !== undefined && loadable.kind === 'here',
  )
  return (
    <LoadablePart loadable={loadable} retry={retry}>
      {({ template }) =>
        previous === undefined ? (
          <Comparison pair={{ version: template, before: null }} isNewest={isNewest} saved={saved} tool={tool} />
        ) : (
          <LoadablePart loadable={before} retry={retryBefore}>
            {(earlier) => (
              <Comparison
                pair={{ version: template, before: earlier.template }}
                isNewest={isNewest}
                saved={saved}
                tool={tool}
              />
            )}
          </LoadablePart>
        )
      }
    </LoadablePart>
  )
}

type ComparisonProps = Pick<VersionListItemProps, 'isNewest' | 'saved' | 'tool'> & { readonly pair: VersionPair }

function Comparison({ pair: { version, before }, isNewest, saved, tool }: ComparisonProps) {
  const { t } = useLingui()
  const [against, setAgainst] = useState<'before' | 'editor'>('before')
  const [editor] = useState<TemplateDraft>(() => toTemplateDraft(tool.form))
  return (
    <Stack gap="md" className={styles['details'] ?? ''}>
      <SingleChoice<'before' | 'editor'>
        label={t`Show`}
        value={against}
        choices={[
          { value: 'before', text: t`Changes in this version` },
          { value: 'editor', text: t`Changes since this version` },
        ]}
        onChange={setAgainst}
      />
      {against === 'editor' && <DifferenceList before={version} after={editor} />}
      {against === 'before' &&
        (before === null ? (
          <p>{t`The form was created with this version.`}</p>
        ) : (
          <DifferenceList before={before} after={version} />
        ))}
      {!isNewest && <Restore version={version} saved={saved} tool={tool} />}
    </Stack>
  )
}

/** Loads a version into the editor. Publishing it creates a new version, and all others are kept. */
function Restore({
  version,
  saved,
  tool: { locks, replace, onClose },
}: Pick<VersionListItemProps, 'saved' | 'tool'> & { readonly version: FormTemplate }) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const number = version.version
  // Read-only windows cannot restore.
  if (replace === null) return null
  const [locked] = checkLocks(saved, version, locks)
  if (locked !== undefined) {
    return (
      <Banner tone="quiet">
        <Trans>This version cannot be restored.</Trans> {problemText(locked)}
      </Banner>
    )
  }
  const restore = (): void => {
    replace(version)
    notify({ tone: 'waiting', text: t`Version ${number} is in the editor. Publish it to make it the current version.` })
    onClose()
  }
  return (
    <div>
      <Button variant="default" onClick={restore}>
        <Trans>Restore version {number}</Trans>
      </Button>
    </div>
  )
}
