import { useState } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { listTemplateVersions } from '#domain/templates/index.ts'
import {
  Dialog,
  EmptyState,
  ErrorState,
  ListSkeleton,
  TryAgainButton,
  useEndpointData,
  useProblemText,
} from '#ui/index.ts'
import type { ToolProps } from '../panel.ts'
import { VersionListItem } from './version-line.tsx'

/** All published versions: author, date, changes, and a button to restore. */
export function VersionsDialog(props: ToolProps) {
  const { t } = useLingui()
  return (
    <Dialog opened onClose={props.onClose} title={t`Versions`} size="xl">
      {props.saved === null ? (
        <EmptyState title={<Trans>This form has not been published yet.</Trans>}>
          <Trans>A version is saved here each time the form is published.</Trans>
        </EmptyState>
      ) : (
        <VersionList {...props} saved={props.saved} />
      )}
    </Dialog>
  )
}

type VersionListProps = ToolProps & {
  readonly saved: NonNullable<ToolProps['saved']>
  /** last version of the previous page; if missing, the list starts with the newest */
  readonly before?: number
}

/** A page of versions. The next page is loaded on request. */
function VersionList({ saved, before, ...props }: VersionListProps) {
  const { id } = props
  const [older, setOlder] = useState(false)
  const problemText = useProblemText()
  const [loadable, retry] = useEndpointData(listTemplateVersions, { id, before })

  switch (loadable.kind) {
    case 'loading':
      return <ListSkeleton rows={4} />
    case 'failed':
      return (
        <ErrorState title={<Trans>The versions could not be loaded.</Trans>} action={<TryAgainButton retry={retry} />}>
          {problemText(loadable.problem)}
        </ErrorState>
      )
    case 'here': {
      const { versions, more } = loadable.value
      const last = versions.at(-1)
      return (
        <>
          <ul className="r-plain">
            {versions.map((line, index) => (
              <VersionListItem
                key={line.version}
                line={line}
                // The previous version is the next line, as version numbers may be missing after a restored backup.
                previous={versions[index + 1]?.version ?? (more ? line.version - 1 : undefined)}
                isNewest={before === undefined && line === versions[0]}
                saved={saved}
                id={id}
                tool={props}
              />
            ))}
          </ul>
          {more && last !== undefined && older && <VersionList {...props} saved={saved} before={last.version} />}
          {more && !older && (
            <Button variant="subtle" onClick={() => setOlder(true)}>
              <Trans comment="versions of a form">Show earlier versions</Trans>
            </Button>
          )}
        </>
      )
    }
  }
}
