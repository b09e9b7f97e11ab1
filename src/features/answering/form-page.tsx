import { type ComponentProps, type ReactNode, useEffect, useMemo, useRef } from 'react'
import { IconFold, IconFoldDown } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { asksForCitizen, asksForRecipient, asksForState } from '#domain/answering/index.ts'
import { buildReference } from '#domain/codes/index.ts'
import { getForeignLanguageTag, type SignatureConfig } from '#domain/templates/index.ts'
import { translateField, lazyPart, lazyPartOrNone, Page, FormImage, withMessages } from '#ui/index.ts'
import { setAllSectionsOpen, revealQuestion } from './form/form-actions.ts'
import {
  type InputAids,
  FormContextProvider,
  type RegistryAccess,
  useForm,
  useFormContext,
} from './form/form-context.ts'
import type { LocationAidComponent, LoadLocationAid } from './location/aid.ts'
import { type StepAfterSaving, SaveBar, type SaveLabels } from './save/save-bar.tsx'
import { SectionPanel } from './sections/section-panel.tsx'
import type { AnsweringSession } from './session.ts'
import styles from './answering.module.css'

/** Loaded on demand, as few forms need them. */
const CitizenStep = lazyPart(
  async () => (await withMessages('answering/citizen', import('./citizen/citizen-step.tsx'))).CitizenStep,
)
const StatePicker = lazyPart(async () => (await import('./header/state-picker.tsx')).StatePicker)
const LocationBlock = lazyPart(async () => (await import('./location/location-block.tsx')).LocationBlock)
const LazySignatureBlocks = lazyPart(
  async () => (await withMessages('answering/signature', import('./signature/signatures.tsx'))).SignatureBlocks,
)

/** Loaded on demand, as few forms sell something. */
const LazyPurchaseChooser = lazyPartOrNone(
  async () => (await withMessages('answering/payment', import('./payment/price-line.tsx'))).PurchaseChooser,
)

type FormPageProps = {
  readonly session: AnsweringSession
  /** heading above the form's title, if the page is not for a new answer */
  readonly heading?: string | undefined
  /** link back, above the title */
  readonly back?: ReactNode
  /** shown above the form, for example that a draft is being continued */
  readonly notice?: ReactNode
  readonly onSaved: (next?: StepAfterSaving) => void
  /** another window has the same draft open (return value of `useDraftAutosave`) */
  readonly elsewhere: boolean
  /** next step after saving */
  readonly next?: StepAfterSaving | undefined
  /** button texts, if they differ from those for saving an answer */
  readonly sends?: SaveLabels | undefined
  /** shown when storage is full: says where to free space */
  readonly whenFull?: ReactNode
  /** replaces state and citizen */
  readonly header?: ReactNode
  readonly signatures?: readonly SignatureConfig[]
  readonly changing?: ComponentProps<typeof SaveBar>['changing']
  readonly before?: ComponentProps<typeof SaveBar>['before']
  /** reference or code of the answer */
  readonly named?: ReactNode
  /** map and address search, for signed-in users */
  readonly LocationAid?: LocationAidComponent
  readonly capture?: InputAids
  /** map and address search for the public, loaded on request */
  readonly offeredAid?: LoadLocationAid
  /** replaces location, start and sections. @param location the location's block, if the form asks for one */
  readonly contents?: ((location: ReactNode) => ReactNode) | undefined
  /** offers a previous answer as a start, once citizen or location is known */
  readonly start?: ReactNode
  /** access to the citizen registry */
  readonly office?: RegistryAccess
}

/** A form on screen, from the title to the save bar. The session holds the state. */
export function FormPage({
  session,
  heading,
  back,
  notice,
  onSaved,
  elsewhere,
  next,
  sends,
  header,
  changing,
  before,
  named,
  whenFull,
  LocationAid,
  offeredAid,
  office,
  start,
  contents,
  capture,
  ...props
}: FormPageProps) {
  const { i18n } = useLingui()
  const saving = useRef<(then?: StepAfterSaving) => Promise<void>>(null)
  const { form } = session
  const { template } = form
  const { opcionales } = template

  useEffect(() => {
    // Runs once on opening. Scrolls a draft to the last question that was used.
    const { focus } = form.state.getState()
    if (focus !== null) revealQuestion(form, focus)
  }, [form])

  const signatures = props.signatures ?? (opcionales.digitalSignature ? template.signatures : [])
  const title = translateField(template, 'titulo', i18n.locale)
  const description = translateField(template, 'descripcion', i18n.locale)
  const getFieldLanguageTag = (field: string) =>
    getForeignLanguageTag(template, field, i18n.locale, form.originalLanguage)
  const open = useMemo(
    () => ({ form, files: session.files, rules: session.rules, office, capture, LocationAid, offeredAid }),
    [form, session, office, capture, LocationAid, offeredAid],
  )
  const location = opcionales.geolocalizacion && (
    <LocationBlock Aid={LocationAid} offer={offeredAid} meanwhile={<div className={styles['place']} />} />
  )
  return (
    <FormContextProvider value={open}>
      <Page
        width="narrow"
        title={heading ?? title}
        titleTag={heading === undefined ? getFieldLanguageTag('titulo') : undefined}
        back={back}
        subtitle={
          <>
            {heading !== undefined && (
              <p className="r-lines r-measure" lang={getFieldLanguageTag('titulo')}>
                {title}
              </p>
            )}
            {description !== '' && (
              <p className="r-lines r-measure" lang={getFieldLanguageTag('descripcion')}>
                {description}
              </p>
            )}
            {heading === undefined && (
              <p className={`r-note ${styles['reference']}`}>
                {named ?? (
                  <Trans>
                    Reference <span className="r-code">{buildReference(session.answer)}</span>
                  </Trans>
                )}
              </p>
            )}
          </>
        }
      >
        {notice}
        {template.ticketSale !== undefined && changing === undefined && (
          <LazyPurchaseChooser answer={session.answer} timeZone={session.timeZone} />
        )}
        {opcionales.headerImg && template.headerImageURL !== undefined && (
          <FormImage url={template.headerImageURL} className={`r-wide r-block ${styles['banner']}`} />
        )}
        {header ?? (
          <>
            {asksForState(template) && <StatePicker />}
            {(asksForCitizen(template) || asksForRecipient(template)) && <CitizenStep />}
          </>
        )}
        {contents?.(location) ?? (
          <>
            {location}
            {start}
            <div className="r-column r-gap-12">
              {template.secciones.length > 1 && <FoldAll />}
              {template.secciones.map((section, index) => (
                <SectionPanel key={section.orden} section={section} number={index + 1} />
              ))}
            </div>
          </>
        )}
        {signatures.length > 0 && (
          <LazySignatureBlocks
            signatures={signatures}
            onCopy={next === 'copy' ? () => void saving.current?.(next) : undefined}
          />
        )}
        <SaveBar
          saving={saving}
          session={session}
          onSaved={onSaved}
          elsewhere={elsewhere}
          next={next}
          sends={sends}
          whenFull={whenFull}
          before={before}
          {...(changing === undefined ? {} : { changing })}
        />
      </Page>
    </FormContextProvider>
  )
}

function FoldAll() {
  const { form } = useFormContext()
  const allOpen = useForm((state) => state.open.size >= form.template.secciones.length)
  const Icon = allOpen ? IconFold : IconFoldDown
  return (
    <Button
      variant="subtle"
      className={styles['fold'] ?? ''}
      leftSection={<Icon size={20} aria-hidden="true" />}
      onClick={() => setAllSectionsOpen(form, !allOpen)}
    >
      {allOpen ? <Trans>Collapse sections</Trans> : <Trans>Expand sections</Trans>}
    </Button>
  )
}
