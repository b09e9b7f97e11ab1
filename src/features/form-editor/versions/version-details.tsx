import { useState } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import {
  readTemplateVersion,
  type FormTemplate,
  type TemplateDraft,
  checkLocks,
  toTemplateDraft,
} from '#domain/templates/index.ts'
import { AskedPart, Banner, notify, useAsked, useProblemText } from '#ui/index.ts'
import { OneOf } from '../panels/parts/choices.tsx'
import { DifferenceList } from './difference-list.tsx'
import type { VersionLineProps } from './version-line.tsx'
import styles from './versions.module.css'

/** The version beside the one before it; the first has none. */
type Pair = { readonly version: FormTemplate; readonly before: FormTemplate | null }

/** What one version changed, of two fetched when looked at: a version never changes, so each is asked for once. */
export function VersionDetails({ id, line: { version }, isNewest, saved, tool }: VersionLineProps) {
  const [asked, again] = useAsked(readTemplateVersion, { id, version })
  const [before, beforeAgain] = useAsked(
    readTemplateVersion,
    { id, version: version - 1 },
    version > 1 && asked.kind === 'here',
  )
  return (
    <AskedPart asked={asked} again={again}>
      {({ template }) =>
        version === 1 ? (
          <Comparison pair={{ version: template, before: null }} isNewest={isNewest} saved={saved} tool={tool} />
        ) : (
          <AskedPart asked={before} again={beforeAgain}>
            {(earlier) => (
              <Comparison
                pair={{ version: template, before: earlier.template }}
                isNewest={isNewest}
                saved={saved}
                tool={tool}
              />
            )}
          </AskedPart>
        )
      }
    </AskedPart>
  )
}

type ComparisonProps = Pick<VersionLineProps, 'isNewest' | 'saved' | 'tool'> & { readonly pair: Pair }

function Comparison({ pair: { version, before }, isNewest, saved, tool }: ComparisonProps) {
  const { t } = useLingui()
  const [against, setAgainst] = useState<'before' | 'editor'>('before')
  const [editor] = useState<TemplateDraft>(() => toTemplateDraft(tool.form))
  return (
    <div className={`r-column r-gap-16 ${styles['details']}`}>
      <OneOf<'before' | 'editor'>
        label={t`Show`}
        value={against}
        choices={[
          { value: 'before', text: t`What this version changed` },
          { value: 'editor', text: t`What changed from it to the editor` },
        ]}
        onChange={setAgainst}
      />
      {against === 'editor' && <DifferenceList before={version} after={editor} />}
      {against === 'before' &&
        (before === null ? (
          <p>{t`The form was made with this version.`}</p>
        ) : (
          <DifferenceList before={before} after={version} />
        ))}
      {!isNewest && <Restore version={version} saved={saved} tool={tool} />}
    </div>
  )
}

/** Puts a version into the editor; saving it there makes it the newest one, and the others stay as they are. */
function Restore({
  version,
  saved,
  tool: { locks, replace, onClose },
}: Pick<VersionLineProps, 'saved' | 'tool'> & { readonly version: FormTemplate }) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const number = version.version
  // Looking on, nothing is brought back; the window that edits does it.
  if (replace === null) return null
  const [locked] = checkLocks(saved, version, locks)
  if (locked !== undefined) {
    return (
      <Banner tone="quiet">
        <Trans>This version cannot be brought back as it is.</Trans> {problemText(locked)}
      </Banner>
    )
  }
  const restore = (): void => {
    replace(version)
    notify({ tone: 'waiting', text: t`Version ${number} is in the editor. Publish it to make it the newest one.` })
    onClose()
  }
  return (
    <div>
      <Button variant="default" onClick={restore}>
        <Trans>Bring back version {number}</Trans>
      </Button>
    </div>
  )
}
