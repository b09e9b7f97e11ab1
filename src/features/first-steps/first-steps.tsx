import { useState, type ReactNode } from 'react'
import { Button, Group, Title } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { createTemplate, type TemplateDraft } from '#domain/templates/index.ts'
import { toProblem } from '#domain/endpoints/index.ts'
import { generateTemplateId, type TemplateId } from '#domain/kernel/index.ts'
import type { ListedArea, MunicipalityListItem } from '#domain/places/index.ts'
import type { Profile } from '#domain/sync/index.ts'
import { storeTemplate } from '#local/index.ts'
import {
  Banner,
  LinkButton,
  notify,
  RecordScreen,
  useAccount,
  useEndpointCall,
  useFormTexts,
  useProblemText,
  useProfile,
} from '#ui/index.ts'
import { SETUP_STEPS, useSetupFacts, type SetupFacts, type SetupStep } from './use-facts.ts'
import styles from './first-steps.module.css'

type Closing = { readonly onClose: () => void }

/** Dialogs of other modules, provided by the app. */
export type StepDialogs = {
  readonly municipality: ClosableDialog<{ readonly municipality: MunicipalityListItem }>
  readonly renameArea: ClosableDialog<{ readonly area: ListedArea }>
  readonly createArea: ClosableDialog
  readonly createUser: ClosableDialog
  readonly gallery: ClosableDialog<{
    readonly onUse: (draft: TemplateDraft) => void
    readonly busy: boolean
    readonly failure: string | null
  }>
}
type ClosableDialog<Props = object> = (props: Closing & Props) => ReactNode
type Open = keyof StepDialogs

/**
 * /primeros-pasos: guide from an empty installation to the first answer. Steps can be done in any order and at any
 * time.
 */
export function FirstSteps({ dialogs }: { readonly dialogs: StepDialogs }) {
  const profile = useProfile()
  return profile === null ? null : <Steps profile={profile} dialogs={dialogs} />
}

function Steps({ profile, dialogs }: { readonly profile: Profile; readonly dialogs: StepDialogs }) {
  const { t } = useLingui()
  const [loadable, retry] = useSetupFacts(profile)
  const [open, setOpen] = useState<Open | null>(null)
  const close = (): void => {
    setOpen(null)
    retry()
  }
  return (
    <RecordScreen
      name={t`First steps`}
      loadable={loadable}
      retry={retry}
      head={({ done }) => ({
        title: t`First steps`,
        subtitle: (
          <Trans>
            {done.size} of {SETUP_STEPS.length} steps completed. You can change all of this later.
          </Trans>
        ),
      })}
    >
      {(facts) => (
        <>
          {facts.done.size === SETUP_STEPS.length && (
            <Banner
              tone="received"
              action={
                <LinkButton to="/listar" variant="default">
                  <Trans>See all forms</Trans>
                </LinkButton>
              }
            >
              <Trans>Everything is ready. The first answer is saved and your users can start.</Trans>
            </Banner>
          )}
          <StepList facts={facts} open={setOpen} />
          {open === 'municipality' &&
            facts.municipality !== undefined &&
            dialogs.municipality({ municipality: facts.municipality, onClose: close })}
          {open === 'renameArea' &&
            facts.area !== undefined &&
            dialogs.renameArea({ area: facts.area, onClose: close })}
          {open === 'createArea' && dialogs.createArea({ onClose: close })}
          {open === 'createUser' && dialogs.createUser({ onClose: close })}
          {open === 'gallery' && <FromGallery profile={profile} gallery={dialogs.gallery} onClose={close} />}
        </>
      )}
    </RecordScreen>
  )
}

type StepListProps = { readonly facts: SetupFacts; readonly open: (dialog: Open) => void }

function StepList({ facts, open }: StepListProps) {
  const { t } = useLingui()
  const formText = useFormTexts()
  const { municipality, area, users, form, done } = facts
  const next = SETUP_STEPS.find((step) => !done.has(step))
  const button = (step: SetupStep, dialog: Open, label: ReactNode) => (
    <Button variant={step === next ? 'filled' : 'default'} onClick={() => open(dialog)}>
      {label}
    </Button>
  )
  const steps: Readonly<Record<SetupStep, StepTexts>> = {
    municipality: {
      title: t`Your municipality`,
      about: <Trans>Its name is shown on every form, and its answer codes start with its keyword.</Trans>,
      now: municipality?.nombre,
      actions: (
        <>
          {municipality !== undefined && button('municipality', 'municipality', <Trans>Edit the municipality</Trans>)}
          <LinkButton to="/paises" variant="subtle">
            <Trans>Country and province</Trans>
          </LinkButton>
        </>
      ),
    },
    area: {
      title: t`First area`,
      about: <Trans>Forms and users belong to areas. Users see the forms of their areas.</Trans>,
      now: area?.nombre,
      actions: (
        <>
          {area !== undefined && button('area', 'renameArea', <Trans>Edit the area</Trans>)}
          <Button variant="subtle" onClick={() => open('createArea')}>
            <Trans>New area</Trans>
          </Button>
        </>
      ),
    },
    users: {
      title: t`Your users`,
      about: (
        <Trans>
          New users get an e-mail with a link to choose a password. If e-mails are not sent, you see the link and give
          it to them. You can also import many users from a file.
        </Trans>
      ),
      now: users > 1 ? <Plural value={users} one="# user" other="# users" /> : undefined,
      actions: (
        <>
          {button('users', 'createUser', <Trans>New user</Trans>)}
          <LinkButton to="/usuarios" variant="subtle">
            <Trans>Import users</Trans>
          </LinkButton>
        </>
      ),
    },
    form: {
      title: t`First form`,
      about: <Trans>Choose one of ten ready-made forms, or build your own. It will belong to your area.</Trans>,
      now: form === undefined ? undefined : formText(form, 'titulo'),
      actions: (
        <>
          {button('form', 'gallery', <Trans>Choose a ready-made form</Trans>)}
          <LinkButton to="/editar/$id/{-$tipo}" params={{ id: 'nuevo', tipo: 'formulario' }} variant="subtle">
            <Trans>Build a form</Trans>
          </LinkButton>
        </>
      ),
    },
    answer: {
      title: t`A test answer`,
      about: (
        <Trans>
          Answer the form as an inspector would, even without a connection. You can delete the answer afterwards.
        </Trans>
      ),
      now: undefined,
      actions: form !== undefined && (
        <LinkButton to="/contestar/$id" params={{ id: form.id }} variant={next === 'answer' ? 'filled' : 'default'}>
          <Trans>Answer the form</Trans>
        </LinkButton>
      ),
    },
  }
  return (
    <ol className={`r-grid r-gap-16 r-plain ${styles['steps']}`}>
      {SETUP_STEPS.map((step, index) => (
        <StepItem key={step} number={index + 1} done={done.has(step)} current={step === next} {...steps[step]} />
      ))}
    </ol>
  )
}

type StepTexts = {
  readonly title: string
  readonly about: ReactNode
  /** result of the finished step */
  readonly now: ReactNode
  readonly actions: ReactNode
}
type StepItemProps = StepTexts & { readonly number: number; readonly done: boolean; readonly current: boolean }

function StepItem({ number, title, about, now, actions, done, current }: StepItemProps) {
  const { t } = useLingui()
  return (
    <li
      className={`r-line r-gap-16 r-pad-16 r-card ${styles['step']}`}
      data-done={done || undefined}
      aria-current={current ? 'step' : undefined}
    >
      <span className={`r-centred r-fixed r-strong ${styles['mark']}`} aria-hidden="true">
        {done ? <IconCheck size={20} /> : number}
      </span>
      <div className="r-grid r-yields r-grow r-breaks">
        <Title order={2} size="h3">
          {title}
          {done && <span className="r-hidden"> {t`(done)`}</span>}
        </Title>
        {done ? now !== undefined && <p>{now}</p> : <p className="r-soft">{about}</p>}
        <Group gap="xs">{actions}</Group>
      </div>
    </li>
  )
}

type FromGalleryProps = Closing & Pick<StepDialogs, 'gallery'> & { readonly profile: Profile }

/** Creates a form from the gallery in the administrator's area, on the server and on this device. */
function FromGallery({ profile, gallery, onClose }: FromGalleryProps) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const { local } = useAccount()
  const { act, busy } = useEndpointCall(createTemplate)
  const [failure, setFailure] = useState<string | null>(null)
  // An id for each gallery form, so that a retry after a lost reply creates no second form.
  const [ids] = useState(() => new Map<TemplateDraft, TemplateId>())

  async function take(draft: TemplateDraft): Promise<void> {
    setFailure(null)
    const id = ids.get(draft) ?? generateTemplateId(crypto.getRandomValues(new Uint8Array(16)))
    ids.set(draft, id)
    const outcome = await act({ body: { id, draft: { ...draft, areas: profile.areas.slice(0, 1) } } })
    if (outcome.kind !== 'ok') return setFailure(problemText(toProblem(outcome)))
    if (!('template' in outcome.value)) return setFailure(problemText(outcome.value.error))
    await storeTemplate(local, outcome.value.template)
    notify({ tone: 'received', text: t`The form is ready to be answered` })
    onClose()
  }
  return gallery({ busy, failure, onUse: (draft) => void take(draft), onClose })
}
