import { toComparableIdNumber, getVisibleText, unreachable } from '#domain/kernel/index.ts'
import { type ReactNode, useState } from 'react'
import { IconSearch, IconUserPlus } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import {
  findCitizenFieldErrors,
  isNaturalPersonNumber,
  isCitizenEmpty,
  isTaxNumber,
  isUnverifiedCitizen,
  type IdCardHolder,
  type Citizen,
} from '#domain/citizens/index.ts'
import { FormDialog, lazyPartOrNone, notify, FactList, Banner, useProblemText } from '#ui/index.ts'
import { useCitizenFieldNames } from './citizen-field-names.ts'
import controls from '../controls/controls.module.css'
import { CITIZEN_ELEMENT_ID } from '../form/element-ids.ts'
import { useForm, useFormContext } from '../form/form-context.ts'
import { CitizenTextField, listFieldsExceptNumber } from './typed-fields.tsx'
import { useCitizen, type LookupMessage } from './use-citizen.ts'
import header from '../header/header.module.css'
import styles from './citizen.module.css'

/** Loaded for signed-in users only, to keep it out of the public page's bundle. */
const ScanDocument = lazyPartOrNone(async () => (await import('./scan-document.tsx')).ScanDocumentButton)

/** The answer's citizen: looked up, created or typed in. Saving never waits for the registry. */
export function CitizenBlock() {
  const { t, i18n } = useLingui()
  const { form, capture } = useFormContext()
  const marked = useForm((state) => state.marked)
  const item = useCitizen()
  const { citizen, said, busy, canAsk } = item
  const [unfit, setUnfit] = useState(false)
  const [tried, setTried] = useState(false)
  const required = form.template.opcionales.ciudadanoRequerido
  const legal = citizen.tipo === 'juridica'
  const number = legal ? 'cuit' : 'dni'
  const isDue = required || !isCitizenEmpty(citizen)
  const fieldErrors = isDue ? findCitizenFieldErrors(citizen) : {}
  const isRegistered = citizen.id !== undefined
  const others = listFieldsExceptNumber(citizen)
  const isTyping =
    !canAsk ||
    (said.kind !== 'idle' && said.kind !== 'found' && said.kind !== 'created') ||
    others.some((name) => getVisibleText(citizen[name]) !== '') ||
    (marked && Object.keys(fieldErrors).length > 0)
  const mayCreate = said.kind === 'not-found' || said.kind === 'refused' || (said.kind === 'failed' && tried)

  function search(): void {
    const fits = legal ? isTaxNumber(citizen.cuit) : isNaturalPersonNumber(citizen.dni, i18n.locale)
    setUnfit(!fits)
    if (fits) void item.search()
  }
  /** Clears the previous citizen's data when another person's card is scanned. */
  function take(holder: IdCardHolder): void {
    setUnfit(false)
    item.change(
      toComparableIdNumber(holder.dni) === toComparableIdNumber(citizen.dni)
        ? holder
        : { ...holder, email: '', telefono: '', calle: '' },
    )
  }
  async function create(): Promise<void> {
    setTried(true)
    if (Object.keys(findCitizenFieldErrors(citizen)).length > 0) return
    const came = await item.create()
    if (came?.kind !== 'created') return
    setTried(false)
    notify({
      tone: 'received',
      text: legal ? t`The legal entity was created` : t`The citizen was created`,
    })
  }
  const shared = { citizen, faults: fieldErrors, isDue, marked: marked || tried, change: item.change }
  const field = (name: (typeof others)[number]): ReactNode => <CitizenTextField key={name} name={name} {...shared} />

  return (
    <fieldset className={header['block']} id={`${CITIZEN_ELEMENT_ID}-block`}>
      <legend>{t`Citizen`}</legend>
      {marked && required && Object.keys(fieldErrors).length > 0 && (
        <p className="r-problem">{t`The citizen is required.`}</p>
      )}
      <div className={`r-grid ${controls['yes-no']} ${styles['types']}`} role="radiogroup" aria-label={t`Citizen type`}>
        {(['fisica', 'juridica'] as const).map((tipo) => (
          <label key={tipo} className={controls['option']} data-chosen={citizen.tipo === tipo}>
            <input
              type="radio"
              name="citizen-kind"
              checked={citizen.tipo === tipo}
              onChange={() => {
                setUnfit(false)
                setTried(false)
                item.changeKind(tipo)
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
            item.change(part)
          }}
          {...(unfit ? { error: legal ? t`Enter a valid tax number.` : t`Enter a valid ID number.` } : {})}
          {...(canAsk ? { onEnter: search } : {})}
        />
        {canAsk && !isRegistered && (
          <Button
            variant="default"
            loading={busy === 'search'}
            leftSection={<IconSearch size={20} aria-hidden="true" />}
            onClick={search}
          >
            <Trans>Find citizen</Trans>
          </Button>
        )}
      </div>
      {capture !== undefined && !legal && !isRegistered && <ScanDocument citizen={citizen} onRead={take} />}
      <RegistryResult message={said} citizen={citizen} />
      {isRegistered && <RegisteredCard citizen={citizen} />}
      {isRegistered && (
        <div className="r-row">
          <Button variant="default" onClick={() => item.change({ [number]: '' })}>
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
            <Button variant="subtle" onClick={item.typeByHand}>
              <Trans>Enter manually</Trans>
            </Button>
          )}
        </div>
      )}
      <FormDialog
        opened={item.isAsking}
        title={t`Do you want to change the citizen?`}
        submit={<Trans>Change</Trans>}
        danger
        onSubmit={item.confirmChange}
        onClose={item.keep}
      >
        <p>
          <Trans>This action will remove the user already assigned</Trans>
        </p>
      </FormDialog>
    </fieldset>
  )
}

/** A registered citizen. Their data cannot be changed here. */
function RegisteredCard({ citizen }: { readonly citizen: Citizen }) {
  const { t } = useLingui()
  const legal = citizen.tipo === 'juridica'
  const names = useCitizenFieldNames(legal)
  const number = legal ? 'cuit' : 'dni'
  const facts = [
    {
      name: legal ? names.nombre : t`Name`,
      value: legal ? citizen.nombre : `${citizen.nombre} ${citizen.apellido}`.trim(),
    },
    { name: names[number], value: citizen[number] },
    ...(['email', 'telefono', 'calle'] as const).map((name) => ({ name: names[name], value: citizen[name] })),
  ]
  return (
    <section className={`r-pad-12 r-card ${styles['card']}`} aria-label={t`Citizen from the registry`}>
      <FactList facts={facts.filter(({ value }) => value !== '')} />
    </section>
  )
}

/** Announces the registry's result, if there is one. */
function RegistryResult({ message, citizen }: { readonly message: LookupMessage; readonly citizen: Citizen }) {
  const text = useRegistryMessage(message, citizen)
  const isVouched = citizen.id !== undefined && !isUnverifiedCitizen(citizen)
  const isFailure = message.kind === 'failed' || message.kind === 'refused'
  const resultTone = isVouched ? 'received' : 'waiting'
  return (
    <div role={isFailure ? 'alert' : 'status'}>
      {text !== undefined && <Banner tone={isFailure ? 'attention' : resultTone}>{text}</Banner>}
    </div>
  )
}

function useRegistryMessage(said: LookupMessage, citizen: Citizen) {
  const { t } = useLingui()
  const problemText = useProblemText()
  switch (said.kind) {
    case 'idle':
      if (citizen.id === undefined) return undefined
      return isUnverifiedCitizen(citizen) ? t`From the registry; identity not verified` : t`In the citizen registry`
    case 'found':
      return said.remembered
        ? t`Showing a previous search on this device. The registry is not available.`
        : t`In the citizen registry`
    case 'created':
      return t`In the citizen registry`
    case 'not-found':
      return <Trans>This number is not in the registry. Fill in the details to create the citizen.</Trans>
    case 'unreachable':
      return <Trans>The registry is not available. Fill in the details; the server will search it later.</Trans>
    case 'by-hand':
      return <Trans>Not searched yet. Fill in the details; the server will search the registry.</Trans>
    case 'none':
      return <Trans>This municipality has no citizen registry. Fill in the details.</Trans>
    case 'failed':
      return problemText(said.problem)
    case 'refused': {
      const { message } = said
      return `${problemText({ code: 'citizen.create-failed' })} ${message}`.trim()
    }
    default:
      return unreachable(said)
  }
}
