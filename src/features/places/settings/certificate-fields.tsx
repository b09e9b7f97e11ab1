import { useState } from 'react'
import { NativeSelect, Stack } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { Trans, useLingui } from '@lingui/react/macro'
import { listAllPlacedQuestions } from '#domain/answering/index.ts'
import { listMunicipalityForms, type CertificateSettings } from '#domain/places/index.ts'
import { openTemplate } from '#domain/templates/index.ts'
import { templateIdSchema, type Address, type TemplateId } from '#domain/kernel/index.ts'
import { listFormSummaries } from '#local/index.ts'
import { LoadablePart, useAccount, useEndpointData, useFormTexts } from '#ui/index.ts'
import { SettingDescription } from './setting-fields.tsx'
import type { SettingsFields } from './use-groups.ts'

const PRINTED_FACTS = ['activity', 'surface', 'taxId'] as const
type ChosenQuestions = Partial<Record<(typeof PRINTED_FACTS)[number], Address>>

/** Selects the form that issues a certificate, and the questions printed on it. Incomplete selections are not saved. */
export function CertificateFields({ id, fields }: { readonly id: string; readonly fields: SettingsFields }) {
  const { t } = useLingui()
  const isMine = fields.isMine('certificate')
  const { certificate } = fields.values
  const [form, setForm] = useState<TemplateId | null>(certificate?.template ?? null)
  const [loadable, retry] = useEndpointData(listMunicipalityForms, { id })
  const { local } = useAccount()
  const formText = useFormTexts()
  // The server lists original titles. Translations are on the device.
  const kept = useLiveQuery(() => listFormSummaries(local), [local])
  return (
    <Stack gap="sm" role="group" aria-label={t`Registration certificate`}>
      <div>
        <strong>
          <Trans>Registration certificate</Trans>
        </strong>
        <p className="r-soft">
          <SettingDescription
            mine={isMine}
            text={t`People who answer the selected form can download a certificate. It shows the code of their answer, the date, and what they answered to the selected questions.`}
          />
        </p>
      </div>
      <LoadablePart loadable={loadable} retry={retry}>
        {({ forms }) => (
          <NativeSelect
            label={t`Form`}
            maw={480}
            disabled={!isMine}
            value={form ?? ''}
            error={fields.errorOf('certificate')}
            data={[
              { value: '', label: t`No certificate` },
              ...forms.map((listed) => ({
                value: listed.id,
                label: formText(kept?.find((summary) => summary.id === listed.id) ?? listed, 'titulo'),
              })),
            ]}
            onChange={({ currentTarget }) => {
              const chosenTemplateId = templateIdSchema.safeParse(currentTarget.value).data ?? null
              setForm(chosenTemplateId)
              if (chosenTemplateId === null) fields.set({ certificate: null })
            }}
          />
        )}
      </LoadablePart>
      {form !== null && (
        <Questions
          key={form}
          form={form}
          disabled={!isMine}
          chosen={certificate?.template === form ? certificate : {}}
          onChange={(questions) => fields.set({ certificate: { template: form, ...questions } })}
        />
      )}
    </Stack>
  )
}

type QuestionsProps = {
  readonly form: TemplateId
  readonly disabled: boolean
  readonly chosen: ChosenQuestions
  readonly onChange: (questions: Omit<CertificateSettings, 'template'>) => void
}

function Questions({ form, disabled, chosen: before, onChange }: QuestionsProps) {
  const { t } = useLingui()
  const formText = useFormTexts()
  const [loadable, retry] = useEndpointData(openTemplate, { id: form })
  const [chosen, setChosen] = useState<ChosenQuestions>(before)
  const labels = { activity: t`Line of business`, surface: t`Surface area`, taxId: t`Tax number` }
  return (
    <LoadablePart loadable={loadable} retry={retry}>
      {({ template }) => {
        const places = listAllPlacedQuestions(template)
        return PRINTED_FACTS.map((name) => (
          <NativeSelect
            key={name}
            label={labels[name]}
            maw={480}
            disabled={disabled}
            value={chosen[name] ?? ''}
            data={[
              { value: '', label: t`Choose a question` },
              ...places.map(({ address, question }) => ({ value: address, label: formText(question, 'titulo') })),
            ]}
            onChange={({ currentTarget }) => {
              const address = places.find((place) => place.address === currentTarget.value)?.address
              const { [name]: _before, ...others } = chosen
              const next: ChosenQuestions = address === undefined ? others : { ...others, [name]: address }
              setChosen(next)
              const { activity, surface, taxId } = next
              if (activity !== undefined && surface !== undefined && taxId !== undefined)
                onChange({ activity, surface, taxId })
            }}
          />
        ))
      }}
    </LoadablePart>
  )
}
