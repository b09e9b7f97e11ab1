import { comparableIdNumber, visibleText } from '#domain/kernel/index.ts'
import { type ReactNode, useState } from 'react'
import { IconSearch, IconUserPlus } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { citizenFaults, type DocumentHolder, isNaturalId, isNobody, isTaxNumber } from '#domain/citizens/index.ts'
import { FormDialog, laterOrNone, notify } from '#ui/index.ts'
import controls from '../controls/controls.module.css'
import { CITIZEN_ID } from '../form/element-ids.ts'
import { useForm, useFormContext } from '../form/form-context.ts'
import { RegisteredCard } from './registered-card.tsx'
import { RegistrySays } from './registry-says.tsx'
import { CitizenTextField, otherFieldsOf } from './typed-fields.tsx'
import { useCitizen } from './use-citizen.ts'
import header from '../header/header.module.css'
import styles from './citizen.module.css'

/** For signed-in users; the public's page carries no code of it. */
const ScanDocument = laterOrNone(async () => (await import('./scan-document.tsx')).ScanDocument)

/** Whom the answer is about: looked up, created or typed in: never locked, and looked up when the answer arrives. */
export function CitizenBlock() {
  const { t, i18n } = useLingui()
  const { form, capture } = useFormContext()
  const marked = useForm((state) => state.marked)
  const one = useCitizen()
  const { citizen, said, busy, canAsk } = one
  const [unfit, setUnfit] = useState(false)
  const [tried, setTried] = useState(false)
  const required = form.template.opcionales.ciudadanoRequerido
  const legal = citizen.tipo === 'juridica'
  const number = legal ? 'cuit' : 'dni'
  const isDue = required || !isNobody(citizen)
  const faults = isDue ? citizenFaults(citizen) : {}
  const isRegistered = citizen.id !== undefined
  const others = otherFieldsOf(citizen)
  const isTyping =
    !canAsk ||
    (said.kind !== 'idle' && said.kind !== 'found' && said.kind !== 'created') ||
    others.some((name) => visibleText(citizen[name]) !== '') ||
    (marked && Object.keys(faults).length > 0)
  const mayCreate = said.kind === 'nobody' || said.kind === 'refused' || (said.kind === 'failed' && tried)

  function search(): void {
    const fits = legal ? isTaxNumber(citizen.cuit) : isNaturalId(citizen.dni, i18n.locale)
    setUnfit(!fits)
    if (fits) void one.search()
  }
  /** Another person's card leaves nothing of the citizen who stood there before. */
  function take(holder: DocumentHolder): void {
    setUnfit(false)
    one.change(
      comparableIdNumber(holder.dni) === comparableIdNumber(citizen.dni)
        ? holder
        : { ...holder, email: '', telefono: '', calle: '' },
    )
  }
  async function create(): Promise<void> {
    setTried(true)
    if (Object.keys(citizenFaults(citizen)).length > 0) return
    const came = await one.create()
    if (came?.kind !== 'created') return
    setTried(false)
    notify({
      tone: 'received',
      text: legal ? t`The legal entity was created` : t`The citizen was created`,
    })
  }
  const shared = { citizen, faults, isDue, marked: marked || tried, change: one.change }
  const field = (name: (typeof others)[number]): ReactNode => <CitizenTextField key={name} name={name} {...shared} />

  return (
    <fieldset className={header['block']} id={`${CITIZEN_ID}-block`}>
      <legend>{t`Citizen`}</legend>
      {marked && required && Object.keys(faults).length > 0 && (
        <p className="r-problem">{t`The citizen is required`}</p>
      )}
      <div className={`r-grid ${controls['yes-no']}`} role="radiogroup" aria-label={t`Kind of citizen`}>
        {(['fisica', 'juridica'] as const).map((tipo) => (
          <label key={tipo} className={controls['option']} data-chosen={citizen.tipo === tipo}>
            <input
              type="radio"
              name="citizen-kind"
              checked={citizen.tipo === tipo}
              onChange={() => {
                setUnfit(false)
                setTried(false)
                one.changeKind(tipo)
              }}
            />
            <span>{tipo === 'fisica' ? t`Natural person` : t`Legal entity`}</span>
          </label>
        ))}
      </div>
      <div className={`r-grid r-top ${styles['number']}`}>
        <CitizenTextField
          name={number}
          {...shared}
          change={(part) => {
            setUnfit(false)
            one.change(part)
          }}
          {...(unfit ? { error: legal ? t`Enter a valid tax number` : t`Enter a valid ID number` } : {})}
          {...(canAsk ? { onEnter: search } : {})}
        />
        {canAsk && !isRegistered && (
          <Button
            variant="default"
            loading={busy === 'search'}
            leftSection={<IconSearch size={20} aria-hidden="true" />}
            onClick={search}
          >
            <Trans>Search citizen</Trans>
          </Button>
        )}
      </div>
      {capture !== undefined && !legal && !isRegistered && <ScanDocument citizen={citizen} onRead={take} />}
      <RegistrySays said={said} citizen={citizen} />
      {isRegistered && <RegisteredCard citizen={citizen} />}
      {isRegistered && (
        <div className="r-row">
          <Button variant="default" onClick={() => one.change({ [number]: '' })}>
            <Trans>Change citizen</Trans>
          </Button>
        </div>
      )}
      {!isRegistered && isTyping && <div className="r-grid r-gap-12 r-fit-12">{others.map(field)}</div>}
      {!isRegistered && canAsk && (mayCreate || !isTyping) && (
        <div className="r-row">
          {mayCreate && (
            <Button
              loading={busy === 'create'}
              leftSection={<IconUserPlus size={20} aria-hidden="true" />}
              onClick={() => void create()}
            >
              {legal ? <Trans>Create legal entity</Trans> : <Trans>Create citizen</Trans>}
            </Button>
          )}
          {!isTyping && (
            <Button variant="subtle" onClick={one.typeByHand}>
              <Trans>Type in by hand</Trans>
            </Button>
          )}
        </div>
      )}
      <FormDialog
        opened={one.isAsking}
        title={t`Confirm that you want to change the user?`}
        submit={<Trans>Change</Trans>}
        danger
        onSubmit={one.confirmChange}
        onClose={one.keep}
      >
        <p>
          <Trans>This action will remove the user already assigned</Trans>
        </p>
      </FormDialog>
    </fieldset>
  )
}
