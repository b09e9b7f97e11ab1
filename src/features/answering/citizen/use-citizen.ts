import { useEffect, useRef, useState, useMemo } from 'react'
import {
  isCitizenEmpty,
  LEGAL_ENTITY_SURNAME,
  hasSameNumber,
  citizenSchema,
  createCitizen,
  getCitizen,
  getCitizenByHash,
  toCitizen,
  toCitizenFoundByHash,
  getRegistryNumber,
  type Citizen,
} from '#domain/citizens/index.ts'
import { toProblem } from '#domain/endpoints/index.ts'
import { REGISTRY_DOCUMENT_TYPE, type Problem } from '#domain/kernel/index.ts'
import { municipalityOfDocument } from '#domain/places/index.ts'
import { findMunicipality } from '#domain/sync/index.ts'
import { findKnownCitizen, rememberCitizen } from '#local/index.ts'
import { useProfile } from '#ui/index.ts'
import { clearHeader, setHeader } from '../form/form-actions.ts'
import { useForm, useFormContext, type RegistryAccess } from '../form/form-context.ts'

const EMPTY_CITIZEN: Citizen = citizenSchema.parse({})

/** Message under the number: the result of the last lookup or creation. */
export type LookupMessage = { readonly kind: 'idle' } | { readonly kind: 'by-hand' } | LookupResult | CreationResult

/**
 * The open form's citizen. Removing a registered citizen asks for confirmation (part 3, point 4). Typed
 * citizens are unverified.
 */
export function useCitizen() {
  const { form, office } = useFormContext()
  const citizen = useForm((state) => state.header.citizen) ?? EMPTY_CITIZEN
  const registry = useRegistry()
  const [message, setMessage] = useState<LookupMessage>({ kind: 'idle' })
  const [busy, setBusy] = useState<'search' | 'create' | null>(null)
  /** change that would remove the registered citizen, waiting for confirmation */
  const [pending, setPending] = useState<Partial<Citizen> | null>(null)
  const unmountedRef = useRef(false)
  useEffect(() => {
    unmountedRef.current = false
    return () => {
      unmountedRef.current = true
    }
  }, [])

  const put = (next: Citizen): void => {
    if (isCitizenEmpty(next) && next.tipo === 'fisica') clearHeader(form, 'citizen')
    else setHeader(form, { citizen: next })
  }
  const change = (part: Partial<Citizen>): void => {
    if (citizen.id !== undefined) return setPending(part)
    // Clears the result of the last lookup, which was for the previous number.
    if ('dni' in part || 'cuit' in part || 'tipo' in part)
      setMessage((before) => (before.kind === 'by-hand' ? before : { kind: 'idle' }))
    put({ ...citizen, ...part })
  }
  const createEmptyCitizen = (tipo: Citizen['tipo']): Partial<Citizen> => ({
    tipo,
    dni: '',
    cuit: '',
    apellido: tipo === 'juridica' ? LEGAL_ENTITY_SURNAME : '',
  })

  async function askRegistry(
    what: 'search' | 'create',
    asking: (registry: Registry, typed: Citizen) => Promise<LookupResult | CreationResult>,
  ): Promise<LookupResult | CreationResult | undefined> {
    if (registry === undefined || busy !== null) return undefined
    setBusy(what)
    const came = await asking(registry, citizen)
    if (unmountedRef.current) return undefined
    setBusy(null)
    const now = form.state.getState().header.citizen ?? EMPTY_CITIZEN
    // Ignores the reply if the number was edited while the request was running.
    if (now.id !== undefined || !hasSameNumber(now, citizen)) return undefined
    setMessage(came)
    if (came.kind === 'found' || came.kind === 'created') setHeader(form, { citizen: came.citizen })
    return came
  }

  const hash = office?.citizenHash
  useEffect(() => {
    const isEmpty = (): boolean => form.state.getState().header.citizen === undefined
    if (hash === undefined || registry === undefined || !isEmpty()) return
    let isGone = false
    void registry.findByHash(hash).then((found) => {
      if (!isGone && found !== undefined && isEmpty()) setHeader(form, { citizen: found })
    })
    return () => {
      isGone = true
    }
  }, [form, hash, registry])

  return {
    citizen,
    said: message,
    busy,
    canAsk: registry !== undefined,
    change,
    changeKind: (tipo: Citizen['tipo']) => {
      if (tipo !== citizen.tipo) change(createEmptyCitizen(tipo))
    },
    search: () => askRegistry('search', (currentRegistry, typed) => currentRegistry.find(typed)),
    create: () => askRegistry('create', (currentRegistry, typed) => currentRegistry.create(typed)),
    typeByHand: () => setMessage({ kind: 'by-hand' }),
    /** true: the user is asked to confirm a change */
    isAsking: pending !== null,
    confirmChange: () => {
      setMessage({ kind: 'idle' })
      put({ ...EMPTY_CITIZEN, ...(pending?.tipo === undefined ? createEmptyCitizen(citizen.tipo) : {}), ...pending })
      setPending(null)
    },
    keep: () => setPending(null),
  }
}

/** Result of a registry lookup. */
type LookupResult =
  /** `remembered`: found on this device, because the registry could not be reached */
  | { readonly kind: 'found'; readonly citizen: Citizen; readonly remembered: boolean }
  | { readonly kind: 'not-found' }
  /** no connection, or the server is busy */
  | { readonly kind: 'unreachable' }
  /** the municipality or the server has no registry */
  | { readonly kind: 'none' }
  | { readonly kind: 'failed'; readonly problem: Problem }

/** Result of creating a citizen. */
type CreationResult =
  | { readonly kind: 'created'; readonly citizen: Citizen }
  /** refused by the registry, with its message */
  | { readonly kind: 'refused'; readonly message: string }
  | Exclude<LookupResult, { readonly kind: 'found' | 'not-found' }>

type Registry = {
  /** looks up a citizen by kind and number */
  readonly find: (sought: Citizen) => Promise<LookupResult>
  readonly findByHash: (hash: string) => Promise<Citizen | undefined>
  readonly create: (typed: Citizen) => Promise<CreationResult>
}

/**
 * The registry of the form's municipality. Undefined if the municipality has no registry, or if the form has no
 * `office`: public forms and previews.
 */
function useRegistry(): Registry | undefined {
  const { form, office } = useFormContext()
  const profile = useProfile()
  const municipality = municipalityOfDocument(form.template)
  const ownMunicipality = findMunicipality(profile, municipality)
  // Administrators also answer forms of municipalities outside their profile. Only the server knows whether those have
  // a registry.
  const isLinked =
    ownMunicipality === undefined ? profile?.role === 'ROLE_ADMIN' : ownMunicipality.idMuniCore !== undefined
  return useMemo(
    () => (office === undefined || !isLinked ? undefined : createRegistry(office, municipality)),
    [office, isLinked, municipality],
  )
}

function createRegistry(
  { ask, local }: RegistryAccess,
  municipioPath: ReturnType<typeof municipalityOfDocument>,
): Registry {
  const remember = (citizen: Citizen) =>
    rememberCitizen(
      local,
      { municipality: municipioPath, number: getRegistryNumber(citizen), citizen },
      Date.now(),
    ).catch(() => undefined)

  return {
    find: async (sought) => {
      const dni = getRegistryNumber(sought)
      const outcome = await ask(getCitizen, { body: { dni, municipioPath } })
      if (outcome.kind === 'ok') {
        if (outcome.value.status === 'fail') return { kind: 'not-found' }
        const citizen = toCitizen(outcome.value.result, dni, sought.tipo)
        await remember(citizen)
        return { kind: 'found', citizen, remembered: false }
      }
      // Searches this device only if the server cannot be reached or is busy, not if it refused.
      const failure = toLookupFailure(toProblem(outcome))
      if (failure.kind !== 'unreachable') return failure
      const request = { municipality: municipioPath, number: dni, tipo: sought.tipo }
      const known = await findKnownCitizen(local, request, Date.now()).catch(() => undefined)
      return known === undefined ? failure : { kind: 'found', citizen: known, remembered: true }
    },

    // Failures are not reported, as the user can still look up the citizen by number.
    findByHash: async (hash) => {
      const outcome = await ask(getCitizenByHash, { body: { hash, municipioPath } })
      if (outcome.kind !== 'ok' || outcome.value.status === 'fail') return undefined
      const citizen = toCitizenFoundByHash(outcome.value.result)
      await remember(citizen)
      return citizen
    },

    create: async (typed) => {
      const { nombre, apellido, email, telefono, calle } = typed
      const facts = { nombre, apellido, email, telefono, calle }
      const tipoDocumentoId = typed.tipo === 'juridica' ? REGISTRY_DOCUMENT_TYPE.CUIT : REGISTRY_DOCUMENT_TYPE.DNI
      const outcome = await ask(createCitizen, {
        body: { ...facts, dni: getRegistryNumber(typed), tipoDocumentoId, municipioPath },
      })
      if (outcome.kind !== 'ok') return toLookupFailure(toProblem(outcome))
      if (outcome.value.status === 'fail') return { kind: 'refused', message: outcome.value.message }
      const { idCiudadano: id, otrosDatos } = outcome.value.result
      const citizen = toCitizen({ ...facts, id }, otrosDatos.dni, typed.tipo)
      await remember(citizen)
      return { kind: 'created', citizen }
    },
  }
}

function toLookupFailure(
  problem: Problem,
): Extract<LookupResult, { readonly kind: 'unreachable' | 'none' | 'failed' }> {
  switch (problem.code) {
    case 'network.unreachable':
    case 'server.busy':
      return { kind: 'unreachable' }
    case 'connector.not-configured':
    case 'connector.municipality-not-linked':
      return { kind: 'none' }
    default:
      return { kind: 'failed', problem }
  }
}
