import { useLingui } from '@lingui/react/macro'
import { MAX_TITLE_LENGTH } from '#domain/kernel/index.ts'
import {
  QUESTION_TYPE,
  ATTACHMENT_FIELDS,
  isReused,
  isReusedByDefault,
  mayBeLocationQuestion,
  mayBeScannable,
  mayBeReused,
  mayNameAnswer,
  mayPrefillCurrentTime,
} from '#domain/questions/index.ts'
import { mayHavePrice } from '#domain/payments/index.ts'
import {
  type EditorQuestion,
  isLinkQuestion,
  isNumberQuestion,
  canBeRequired,
  hasOptionList,
  type QuestionPatch,
  updateQuestion,
} from '#domain/templates/index.ts'
import { getPartElementId } from '../element-ids.ts'
import { buildTypingKey } from '../panel.ts'
import { CombinedEditor } from '../panels/index.ts'
import { MoneyField } from '../panels/parts/money-field.tsx'
import { SwitchField } from '../panels/parts/toggle.tsx'
import { TextLine } from '../sections/text-line.tsx'
import { usePartProblems } from '../sections/use-part-problems.ts'
import { useApplyEdit, useEditor } from '../store/editor-context.tsx'
import { useFormCurrency } from '../use-form-currency.ts'
import { useOfferedFeatures } from '../use-offer.ts'
import { OptionsEditor } from './options-editor.tsx'
import styles from './questions.module.css'

/** Maximum length of a link, as in its schema. */
const MAX_LINK_LENGTH = 2000

/** A question's settings, except title and kind. */
export function QuestionSettings({ question }: { readonly question: EditorQuestion }) {
  const change = useApplyEdit()
  const locks = useEditor((state) => state.locks)
  const { key } = question
  return (
    <div className={`r-column r-gap-16 ${styles['settings']}`}>
      {isLinkQuestion(question) && <LinkFields question={question} />}
      {hasOptionList(question.tipoPregunta) && <OptionsEditor question={question} />}
      {question.tipoPregunta === QUESTION_TYPE.COMBINED && (
        <CombinedEditor question={question} change={change} locked={locks.structure} disabled={locks.everything} />
      )}
      {mayHavePrice(question) && <PriceField question={question} />}
      <Flags
        question={question}
        set={(name, patch) => change(`${name}:${key}`, (form) => updateQuestion(form, key, patch))}
      />
      <HelpText question={question} />
    </div>
  )
}

type FlagsProps = { readonly question: EditorQuestion; readonly set: (name: string, patch: QuestionPatch) => void }

function Flags({ question, set }: FlagsProps) {
  const { t } = useLingui()
  const locked = useEditor((state) => state.locks.everything)
  // Depends on the municipality's setting (part 2, point 4). Always shown while on, so that it can be switched off.
  const withVideo = useOfferedFeatures().video || question.adjuntarVideo
  const cannotBeRequired = !question.required && !canBeRequired(question)
  const attachments = ATTACHMENT_FIELDS.filter(({ flag }) => question[flag]).length > 0
  return (
    <div className="r-grid r-fit-15">
      <SwitchField
        id={getPartElementId(question.key, 'required')}
        name={t`Required`}
        more={question.required && attachments ? t`Only the attachment is required.` : undefined}
        on={question.required}
        disabled={locked || cannotBeRequired}
        reason={cannotBeRequired ? t`A heading can only be required if it allows an attachment.` : undefined}
        onChange={(required) => set('required', { required })}
      />
      {isNumberQuestion(question) && (
        <SwitchField
          id={getPartElementId(question.key, 'permiteNegativos')}
          name={t`Negative numbers`}
          more={t`Allows answers below zero, for example a temperature.`}
          on={question.permiteNegativos === true}
          disabled={locked}
          onChange={(on) => set('permiteNegativos', { permiteNegativos: on || undefined })}
        />
      )}
      {mayBeScannable(question) && (
        <SwitchField
          id={getPartElementId(question.key, 'escaneable')}
          name={t`Scan a code`}
          more={t`People can scan a barcode or QR code with the camera, or type the code.`}
          on={question.escaneable === true}
          disabled={locked}
          onChange={(on) => set('escaneable', { escaneable: on || undefined })}
        />
      )}
      {mayBeLocationQuestion(question) && (
        <SwitchField
          id={getPartElementId(question.key, 'esUbicacion')}
          name={t`Location`}
          more={t`The answer is the location of the device or a point on the map. In a repeatable section, each repetition has its own location.`}
          on={question.esUbicacion === true}
          disabled={locked}
          onChange={(on) => set('esUbicacion', { esUbicacion: on || undefined })}
        />
      )}
      {mayPrefillCurrentTime(question) && (
        <SwitchField
          id={getPartElementId(question.key, 'empiezaAhora')}
          name={t`Start with the current date or time`}
          more={t`Filled in when the answer is started; it can be changed.`}
          on={question.empiezaAhora === true}
          disabled={locked}
          onChange={(on) => set('empiezaAhora', { empiezaAhora: on || undefined })}
        />
      )}
      <ReuseSwitch question={question} set={set} />
      {mayNameAnswer(question) && (
        <SwitchField
          id={getPartElementId(question.key, 'nombraRespuesta')}
          name={t`Identifies the answer`}
          more={t`Lists and dialogs show what is answered here before the code.`}
          on={question.nombraRespuesta === true}
          disabled={locked}
          onChange={(on) => set('nombraRespuesta', { nombraRespuesta: on || undefined })}
        />
      )}
      <SwitchField
        id={getPartElementId(question.key, 'adjuntar')}
        name={t`Photo`}
        more={t`An image can be attached.`}
        on={question.adjuntar}
        disabled={locked}
        onChange={(adjuntar) => set('adjuntar', { adjuntar })}
      />
      <SwitchField
        id={getPartElementId(question.key, 'adjuntarDocumento')}
        name={t`Document`}
        more={t`A document can be attached.`}
        on={question.adjuntarDocumento}
        disabled={locked}
        onChange={(adjuntarDocumento) => set('adjuntarDocumento', { adjuntarDocumento })}
      />
      {withVideo && (
        <SwitchField
          id={getPartElementId(question.key, 'adjuntarVideo')}
          name={t`Video`}
          more={t`A video can be attached.`}
          on={question.adjuntarVideo}
          disabled={locked}
          onChange={(adjuntarVideo) => set('adjuntarVideo', { adjuntarVideo })}
        />
      )}
    </div>
  )
}

/**
 * Switch for copying the value from a previous answer or row. Shown if the form can copy, or if the question has this
 * setting.
 */
function ReuseSwitch({ question, set }: FlagsProps) {
  const { t } = useLingui()
  const locked = useEditor((state) => state.locks.everything)
  const isAsked = useEditor(
    ({ form }) =>
      form.opcionales.startLikeLast ||
      form.secciones.some((section) => section.repetible && section.preguntas.includes(question)),
  )
  if (!mayBeReused(question) || (!isAsked && question.seRepite === undefined)) return null
  return (
    <SwitchField
      id={getPartElementId(question.key, 'seRepite')}
      name={t`Reuse`}
      more={t`The value entered here is copied when an answer starts from the last one, or when the previous repetition is copied. Photos and files are never copied.`}
      on={isReused(question)}
      disabled={locked}
      onChange={(on) => set('seRepite', { seRepite: on === isReusedByDefault(question) ? undefined : on })}
    />
  )
}

function HelpText({ question: { key, ayuda = '' } }: { readonly question: EditorQuestion }) {
  const { t } = useLingui()
  const change = useApplyEdit()
  const locked = useEditor((state) => state.locks.everything)
  return (
    <TextLine
      id={getPartElementId(key, 'ayuda')}
      label={t`Help text, shown under the question`}
      value={ayuda}
      maxLength={MAX_TITLE_LENGTH}
      readOnly={locked}
      onChange={(value) =>
        change(buildTypingKey(key, 'ayuda'), (form) =>
          updateQuestion(form, key, { ayuda: value === '' ? undefined : value }),
        )
      }
    />
  )
}

/** Price of the question. Shown only if the form takes payments. */
function PriceField({ question: { key, precio = 0, tipoPregunta } }: { readonly question: EditorQuestion }) {
  const { t } = useLingui()
  const change = useApplyEdit()
  const locked = useEditor((state) => state.locks.sale)
  const { isPaid, currency } = useFormCurrency()
  if (!isPaid) return null
  return (
    <MoneyField
      id={getPartElementId(key, 'precio')}
      label={tipoPregunta === QUESTION_TYPE.BOOLEAN ? t`Price if yes` : t`Unit price`}
      note={t`If empty: free`}
      value={precio}
      currency={currency}
      disabled={locked}
      onChange={(cents) =>
        change(buildTypingKey(key, 'precio'), (form) =>
          updateQuestion(form, key, { precio: cents === 0 ? undefined : cents }),
        )
      }
    />
  )
}

function LinkFields({ question }: { readonly question: EditorQuestion }) {
  const { t } = useLingui()
  const change = useApplyEdit()
  const locked = useEditor((state) => state.locks.everything)
  const problems = usePartProblems(question.key)
  const { key, tituloLink = '', link = '' } = question
  const wrong = (field: string): boolean =>
    problems.some(({ place }) => place.kind === 'question' && place.field === field)
  return (
    <div className="r-grid r-fit-15">
      <TextLine
        id={getPartElementId(key, 'tituloLink')}
        label={t`Text of the link`}
        value={tituloLink}
        maxLength={MAX_TITLE_LENGTH}
        readOnly={locked}
        invalid={wrong('tituloLink')}
        onChange={(value) =>
          change(buildTypingKey(key, 'tituloLink'), (form) => updateQuestion(form, key, { tituloLink: value }))
        }
      />
      <TextLine
        id={getPartElementId(key, 'link')}
        label={t`Address`}
        value={link}
        maxLength={MAX_LINK_LENGTH}
        inputMode="url"
        readOnly={locked}
        invalid={wrong('link')}
        onChange={(value) => change(buildTypingKey(key, 'link'), (form) => updateQuestion(form, key, { link: value }))}
      />
    </div>
  )
}
