import { Plural, Trans } from '@lingui/react/macro'
import { isGuest, unreachable, type AnswerId } from '#domain/kernel/index.ts'
import { lazyPartOrNone, withMessages, UndoBar, useAccount, useOnline } from '#ui/index.ts'
import { dismissUndo } from '../form/form-actions.ts'
import { useFormContext, useForm } from '../form/form-context.ts'
import type { UndoableAction } from '../form/form-store.ts'
import { useIsSavedElsewhere } from '../drafts/use-saved-elsewhere.ts'
import type { CurrentPriceProps } from '../payment/price-line.tsx'
import type { AnsweringSession } from '../session.ts'

/** Loaded on demand, as few forms have payments. */
const LazyCurrentPrice = lazyPartOrNone<CurrentPriceProps>(
  async () => (await withMessages('answering/payment', import('../payment/price-line.tsx'))).CurrentPrice,
)

type SaveBarExtrasProps = {
  readonly answer: AnswerId
  /** the session, if another window has the same draft open */
  readonly elsewhere?: AnsweringSession | false
}

/**
 * Notes about another window and about being offline, the undo bar and the price, above the buttons. No price for
 * changes to stored answers, which are not charged.
 */
export function SaveBarExtras({ answer, elsewhere = false }: SaveBarExtrasProps) {
  const online = useOnline()
  const { form, rules } = useFormContext()
  return (
    <>
      {elsewhere && <OpenElsewhereNote session={elsewhere} />}
      {!online && <SendLaterNote />}
      <AnswerUndoBar />
      {rules === undefined && form.template.opcionales.addPaymentGateway && <LazyCurrentPrice answer={answer} />}
    </>
  )
}

/** Not shown once the other window has saved the answer, which the notice above the form says. */
function OpenElsewhereNote({ session }: { readonly session: AnsweringSession }) {
  const isSaved = useIsSavedElsewhere(session)
  if (isSaved && session.change === undefined) return null
  return (
    <p className="r-soft">
      <Trans>Also open in another window.</Trans>
    </p>
  )
}

/** Tells the public and citizens, whose pages have no indicator, what happens to an answer sent offline. */
function SendLaterNote() {
  const { keptByPage, local } = useAccount()
  if (!isGuest(local.account)) return null
  return (
    <p role="status" className="r-note">
      {keptByPage === true ? (
        <Trans>No connection. Keep this page open until you can send. Closing it loses what you wrote.</Trans>
      ) : (
        <Trans>No connection. Your answer will be kept on this device until it can be sent.</Trans>
      )}
    </p>
  )
}

/** Undo for the last removal from the answer, or for the last values copied into it. */
export function AnswerUndoBar() {
  const { form } = useFormContext()
  const undo = useForm((state) => state.undo)
  return (
    <UndoBar
      what={undo && <UndoableActionText what={undo.what} />}
      verb={<Trans>Undo</Trans>}
      onUndo={() => undo?.run()}
      onClose={() => dismissUndo(form)}
    />
  )
}

function UndoableActionText({ what }: { readonly what: UndoableAction }) {
  switch (what.kind) {
    case 'condition':
      return (
        <>
          <Plural value={what.answers} one="# answer deleted with:" other="# answers deleted with:" /> {what.name}
        </>
      )
    case 'row':
      if (what.name !== undefined)
        return what.answers === 0 ? (
          <Trans>Removed: {what.name}</Trans>
        ) : (
          <>
            <Plural value={what.answers} one="Removed with # answer:" other="Removed with # answers:" /> {what.name}
          </>
        )
      return what.answers === 0 ? (
        <Trans>Repetition removed.</Trans>
      ) : (
        <Plural
          value={what.answers}
          one="Repetition removed with # answer."
          other="Repetition removed with # answers."
        />
      )
    case 'file':
      return <Trans>Removed: {what.name}</Trans>
    case 'signature':
      return <Trans>Signature removed.</Trans>
    case 'start': {
      const { answers, total = answers } = what
      return answers < total ? (
        <Trans>
          {answers} of {total} answers copied.
        </Trans>
      ) : (
        <Plural
          value={what.answers}
          one="# answer copied. Check that it is still correct."
          other="# answers copied. Check that they are still correct."
        />
      )
    }
    default:
      return unreachable(what)
  }
}
