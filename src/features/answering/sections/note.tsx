import { useEffect, useState } from 'react'
import { IconPencil } from '@tabler/icons-react'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { ControlProps } from '../controls/control.ts'
import { TextControl } from '../controls/text-control.tsx'

/** Words to a photo, which is the answer: their field comes when it is wanted. */
export function Note(props: ControlProps) {
  const { id, labelledBy, value } = props
  // A field that was there once stays, also while it is emptied.
  const [field, setField] = useState<'none' | 'there' | 'wanted'>('none')
  if (field === 'none' && value.respuesta !== undefined) setField('there')
  useEffect(() => {
    if (field === 'wanted') document.getElementById(id)?.focus()
  }, [id, field])
  if (field === 'none' && value.respuesta === undefined)
    return (
      <div>
        <Button
          variant="subtle"
          leftSection={<IconPencil size={20} aria-hidden="true" />}
          aria-describedby={labelledBy}
          onClick={() => setField('wanted')}
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
