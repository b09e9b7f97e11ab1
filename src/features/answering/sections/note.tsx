import { useEffect, useState } from 'react'
import { IconPencil } from '@tabler/icons-react'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { ControlProps } from '../controls/control.ts'
import { TextControl } from '../controls/text-control.tsx'

/** Words to a photo, which is the answer: their field comes when it is wanted. */
export function Note(props: ControlProps) {
  const { id, labelledBy, value } = props
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    if (isWanted) document.getElementById(id)?.focus()
  }, [id, isWanted])
  if (!isWanted && value.respuesta === undefined)
    return (
      <div>
        <Button
          variant="subtle"
          leftSection={<IconPencil size={20} aria-hidden="true" />}
          aria-describedby={labelledBy}
          onClick={() => setWanted(true)}
        >
          <Trans>Add a note</Trans>
        </Button>
      </div>
    )
  return (
    <div className="r-column r-gap-4">
      <label htmlFor={id} className="r-soft r-note">
        <Trans comment="words to a photo">Note</Trans>
      </label>
      <TextControl {...props} describedBy={[labelledBy, props.describedBy].filter(Boolean).join(' ')} />
    </div>
  )
}
