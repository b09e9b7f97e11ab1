import { useRef } from 'react'
import { IconPlus } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, NativeSelect } from '@mantine/core'
import {
  MAX_SIGNATURES,
  type EditorSignature,
  removeSignature,
  setSignatureCount,
  updateSignature,
} from '#domain/templates/index.ts'
import { MAX_SIGNATURE_CONFIG_TITLE_LENGTH, getVisibleText } from '#domain/kernel/index.ts'
import { getFieldElementId, getPartElementId } from '../../element-ids.ts'
import { buildTypingKey, type ApplyEdit, type PanelProps } from '../../panel.ts'
import { useEditorStore } from '../../store/editor-context.tsx'
import { SingleChoice } from '../parts/choices.tsx'
import { focusNeighbour } from '../parts/focus-neighbour.ts'
import { CardHead } from '../parts/card-head.tsx'
import { LineField } from '../parts/line-field.tsx'
import { Panel } from '../parts/panel.tsx'
import { SwitchField } from '../parts/toggle.tsx'
import { useFocusOnNew } from '../parts/use-focus-on-new.ts'
import styles from '../panels.module.css'
import { useProblemAt } from '../use-problem-at.ts'

/** Maximum number of signatures in the select. More can be added with a button. */
const MAX_OFFERED_SIGNATURES = 10

/** The signatures of an answer, for the digital signature option. */
export function SignaturesPanel({ form, change, locks, problems }: PanelProps) {
  const { t } = useLingui()
  const { newKey } = useEditorStore()
  const problemAt = useProblemAt(problems)
  const list = useRef<HTMLOListElement>(null)
  const { signatures } = form
  const added = useFocusOnNew(list, signatures.length)
  // Signatures cannot be removed once there are answers, which refer to them by number.
  const fixed = locks.everything || locks.structure
  return (
    <Panel title={t`Digital signature`}>
      <NativeSelect
        id={getFieldElementId('signatures')}
        label={t`Number of signatures`}
        value={String(signatures.length)}
        disabled={fixed}
        error={problemAt({ kind: 'field', field: 'signatures' })}
        data={Array.from({ length: Math.max(MAX_OFFERED_SIGNATURES, signatures.length) + 1 }, (_, count) =>
          String(count),
        )}
        onChange={(event) => {
          const count = Number(event.currentTarget.value)
          change('signature-count', (now) => setSignatureCount(now, count, newKey))
        }}
      />
      <ol className="r-column r-gap-12 r-plain" ref={list} aria-label={t`Signatures`}>
        {signatures.map((signature, index) => (
          <SignatureCard
            key={signature.key}
            signature={signature}
            number={index + 1}
            change={change}
            fixed={fixed}
            disabled={locks.everything}
            error={problemAt({ kind: 'signature', signature: index, field: 'title' })}
          />
        ))}
      </ol>
      <Button
        variant="default"
        className="r-close"
        disabled={fixed || signatures.length >= MAX_SIGNATURES}
        leftSection={<IconPlus size={20} aria-hidden="true" />}
        onClick={() => {
          added()
          change('add-signature', (now) => setSignatureCount(now, now.signatures.length + 1, newKey))
        }}
      >
        <Trans>Add signature</Trans>
      </Button>
    </Panel>
  )
}

type SignatureCardProps = {
  readonly signature: EditorSignature
  /** counted from 1 */
  readonly number: number
  readonly change: ApplyEdit
  readonly fixed: boolean
  readonly disabled: boolean
  readonly error: string | undefined
}

function SignatureCard({ signature, number, change, fixed, disabled, error }: SignatureCardProps) {
  const { t } = useLingui()
  const store = useEditorStore()
  const { key, title, typeOfSignature, tipeOfSignatory, required } = signature
  const name = getVisibleText(title) === '' ? t`Signature ${number}` : title
  return (
    <li className={styles['card']} id={getPartElementId(key)} tabIndex={-1} aria-label={name}>
      <CardHead
        label={t`Delete the signature ${name}`}
        disabled={fixed}
        onDelete={() => {
          focusNeighbour(store.state.getState().form.signatures, key, getFieldElementId('signatures'))
          change('remove-signature', (now) => removeSignature(now, key))
          store.state.setState({ removed: { what: 'signature', name: title } })
        }}
      >
        <strong>{t`Signature ${number}`}</strong>
      </CardHead>
      <LineField
        id={getPartElementId(key, 'title')}
        label={t`Signature label`}
        note={t`For example: owner, inspector. At most ${MAX_SIGNATURE_CONFIG_TITLE_LENGTH} characters.`}
        value={title}
        error={error}
        maxLength={MAX_SIGNATURE_CONFIG_TITLE_LENGTH}
        disabled={disabled}
        onChange={(value) => change(buildTypingKey(key, 'title'), (now) => updateSignature(now, key, { title: value }))}
      />
      <SingleChoice
        id={getPartElementId(key, 'tipeOfSignatory')}
        label={t`Type of signatory`}
        value={tipeOfSignatory}
        disabled={disabled}
        choices={[
          { value: 'citizen', text: t({ message: 'Citizen', context: 'signatory' }) },
          { value: 'intern', text: t({ message: 'Municipal staff', context: 'signatory' }) },
        ]}
        onChange={(value) => change('signatory', (now) => updateSignature(now, key, { tipeOfSignatory: value }))}
      />
      <SingleChoice
        id={getPartElementId(key, 'typeOfSignature')}
        label={t`How it is signed`}
        value={typeOfSignature}
        disabled={disabled}
        choices={[
          { value: 'draw', text: t({ message: 'Drawn', context: 'signature' }) },
          { value: 'upload', text: t({ message: 'Uploaded as an image', context: 'signature' }) },
          { value: 'both', text: t({ message: 'Either', context: 'signature' }) },
        ]}
        onChange={(value) => change('signature-type', (now) => updateSignature(now, key, { typeOfSignature: value }))}
      />
      <SwitchField
        name={t`Required: ${name}`}
        on={required}
        disabled={disabled}
        more={t`An answer is incomplete without this signature.`}
        onChange={(on) => change('signature-required', (now) => updateSignature(now, key, { required: on }))}
      />
    </li>
  )
}
