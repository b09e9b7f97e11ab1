import { useCallback, useMemo } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { listTemplateVersions } from '#sync/index.ts'
import { Dialog, EmptyState, ErrorState, ListSkeleton, useAccount, useProblemText } from '#ui/index.ts'
import type { ToolProps } from '../panel.ts'
import { useCall } from '../panels/calls/use-call.ts'
import { createVersionReader } from './version-reader.ts'
import { VersionLine } from './version-line.tsx'
import styles from './versions.module.css'

/** Every version that was saved: who, when, what changed, and a way to bring one back. */
export function Versions(props: ToolProps) {
  const { t } = useLingui()
  return (
    <Dialog opened onClose={props.onClose} title={t`Versions`} size="xl">
      {props.saved === null ? (
        <EmptyState title={<Trans>This form has not been saved yet.</Trans>}>
          <Trans>Each time it is saved, a version is kept here.</Trans>
        </EmptyState>
      ) : (
        <VersionList {...props} saved={props.saved} />
      )}
    </Dialog>
  )
}

function VersionList({ saved, ...props }: ToolProps & { readonly saved: NonNullable<ToolProps['saved']> }) {
  const { id } = props
  const { transport } = useAccount()
  const problemText = useProblemText()
  const { call, again } = useCall(useCallback(() => listTemplateVersions(transport, id), [id, transport]))
  const reader = useMemo(() => createVersionReader(transport, id), [id, transport])

  switch (call.kind) {
    case 'loading':
      return <ListSkeleton rows={4} />
    case 'failed':
      return (
        <ErrorState
          title={<Trans>The versions could not be loaded.</Trans>}
          action={
            <Button variant="default" onClick={again}>
              <Trans>Try again</Trans>
            </Button>
          }
        >
          {problemText(call.problem)}
        </ErrorState>
      )
    case 'ready':
      return (
        <ul className={styles['versions']}>
          {call.value.map((line) => (
            <VersionLine key={line.version} line={line} isNewest={line === call.value[0]} saved={saved} reader={reader} tool={props} />
          ))}
        </ul>
      )
  }
}
