import { useEffect, useId, useRef, useState } from 'react'
import { IconEraser, IconUpload, IconWritingSign } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { checkFilePlace } from '#domain/answering/index.ts'
import {
  MAX_NAME_LENGTH,
  MAX_SIGNATORY_TITLE_LENGTH,
  ok,
  type Problem,
  refuse,
  type Result,
  type Sha256,
  getVisibleText,
} from '#domain/kernel/index.ts'
import type { SignatureConfig, FormTemplate } from '#domain/templates/index.ts'
import { lazyPart, translateField } from '#ui/index.ts'
import { measureFile } from '../attachments/capture.ts'
import { detectBytesType } from '../attachments/type-of-bytes.ts'
import { useFileProblemText } from '../attachments/file-problem-text.ts'
import { useObjectUrl } from '../attachments/use-object-url.ts'
import { findMissingName, lacksImage, type OpenSignature, type DraftHeader, type Signer } from '../form/draft-header.ts'
import { buildSignatureElementId, buildSignerFieldElementId } from '../form/element-ids.ts'
import { addFile, offerUndo, updateSignature } from '../form/form-actions.ts'
import { findFormFile, useForm, useFormContext, useIsLocked } from '../form/form-context.ts'
import { RequiredNote } from '../form/required-note.tsx'
import { goToNextInGroup } from '../sections/go-on.ts'
import styles from './signature.module.css'

/** Loaded after the form. The pad opens only on a tap, so that scrolling cannot sign. */
const LazySignaturePad = lazyPart(async () => (await import('./signature-pad.tsx')).SignaturePad)

const NAMELESS_SIGNER: Signer = { firstName: '', lastName: '' }

/**
 * The citizen's name, for the form's first citizen signature. Other citizen signatures are for other persons.
 * @returns empty names for other signatures, legal entities, and citizens without a name
 */
export function findSigner(template: FormTemplate, index: number, { citizen }: Pick<DraftHeader, 'citizen'>): Signer {
  const own = template.signatures.find(({ tipeOfSignatory }) => tipeOfSignatory === 'citizen')?.indexSignature
  if (index !== own || citizen?.tipo !== 'fisica') return NAMELESS_SIGNER
  const shorten = (name: string): string => name.trim().slice(0, MAX_NAME_LENGTH)
  return { firstName: shorten(citizen.nombre), lastName: shorten(citizen.apellido) }
}

/** The signer's name, and the signature as a drawing or PNG, which is immediately stored in the draft. */
export function SignatureBlock({ config }: { readonly config: SignatureConfig }) {
  const { t, i18n } = useLingui()
  const { form, files } = useFormContext()
  const index = config.indexSignature
  const signing = useForm((state) => state.header.signatures.find((signature) => signature.indexSignature === index))
  const claim = useForm((state) => findFormFile(state, signing?.image))
  const marked = useForm((state) => state.marked)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [beforePad, setBeforePad] = useState<OpenSignature | null>(null)
  const latest = useRef(0)
  const fileProblemText = useFileProblemText()
  // The citizen's name is shown before signing, and stored with the signature.
  const holderFirst = useForm(({ header }) => findSigner(form.template, index, header).firstName)
  const holderLast = useForm(({ header }) => findSigner(form.template, index, header).lastName)
  const url = useObjectUrl(claim)
  const noteId = useId()
  const locked = useIsLocked({ kind: 'signature', index })
  const id = buildSignatureElementId(index)
  const canDraw = config.typeOfSignature !== 'upload' && !locked
  useEffect(() => {
    if (canDraw) LazySignaturePad.preload()
  }, [canDraw])
  if (signing === undefined) return null

  const { image } = signing
  const title = translateField(config, 'title', i18n.locale) || t`Signature`
  const named = findMissingName(signing) === undefined
  const missing = marked && config.required && image === undefined
  const hasOnlyName = marked && !config.required && lacksImage(signing, form.initialSignatures)
  // Names are marked as missing only if there is an image, which is otherwise the missing item.
  const namesMissing = !locked && !named && image !== undefined
  const canUpload = config.typeOfSignature !== 'draw' && !locked

  const getCurrentSigning = () =>
    form.state.getState().header.signatures.find((signature) => signature.indexSignature === index)
  const getCurrentHolder = () => findSigner(form.template, index, form.state.getState().header)

  /** Stores the signature, with the citizen's name if no name was typed. */
  const give = (givenSha256: Sha256): void => {
    const now = getCurrentSigning()
    const isNameless = now !== undefined && getVisibleText(now.firstName) === '' && getVisibleText(now.lastName) === ''
    updateSignature(form, index, { ...(isNameless ? { ...getCurrentHolder(), filled: true } : {}), image: givenSha256 })
  }

  const keep = async (picture: Promise<Result<ArrayBuffer>>, name: string): Promise<Result<void>> => {
    // Strokes may be faster than storing. A drawing is dropped if there is a later one or the pad was cleared.
    latest.current += 1
    const turn = latest.current
    const data = await checkSignatureImage(picture)
    const captured = data.ok ? await measureFile(data.value, 'image/png', name) : data
    const stored = captured.ok ? await files.attach(captured.value.claim, captured.value.data) : captured
    if (turn !== latest.current) return ok(undefined)
    if (!stored.ok) setProblem(stored.problem)
    if (!stored.ok || !captured.ok) return stored
    setProblem(null)
    addFile(form, captured.value.claim)
    give(captured.value.claim.sha256)
    return stored
  }

  const name = (field: 'firstName' | 'lastName' | 'title', label: string, maxLength: number, placeholder?: string) => {
    const isEmpty = getVisibleText(signing[field]) === ''
    const due = config.required || image !== undefined
    return (
      <TextInput
        id={buildSignerFieldElementId(index, field)}
        label={label}
        description={namesMissing && isEmpty && <RequiredNote missing>{t`* Required answer`}</RequiredNote>}
        value={signing[field]}
        placeholder={placeholder}
        maxLength={maxLength}
        autoComplete="off"
        enterKeyHint="next"
        aria-required={due}
        error={namesMissing && isEmpty}
        onChange={(event) =>
          updateSignature(form, index, {
            [field]: event.currentTarget.value,
            ...(field === 'title' ? {} : { filled: false }),
          })
        }
      />
    )
  }

  const drop = (): void => {
    latest.current += 1
    // Removes a name that was filled in with the signature, even if the answer has another citizen now.
    updateSignature(form, index, { ...(getCurrentSigning()?.filled === true ? NAMELESS : {}), image: undefined })
  }

  /** Removes the signature, with undo. Undo replaces a signature given since, which can be restored in turn. */
  const takeAway = (deletedSha256: Sha256): void => {
    const { firstName = '', lastName = '', filled = false } = getCurrentSigning() ?? {}
    drop()
    const bringBack = (): void => {
      const since = getCurrentSigning()?.image
      if (since === undefined) drop()
      else takeAway(since)
      const holder = getCurrentHolder()
      const isTheirs = !filled || (firstName === holder.firstName && lastName === holder.lastName)
      updateSignature(form, index, { ...(isTheirs ? { firstName, lastName, filled } : NAMELESS), image: deletedSha256 })
    }
    offerUndo(form, { what: { kind: 'signature' }, run: bringBack })
  }

  return (
    <fieldset
      className={`r-column r-gap-12 r-pad-16 r-card r-raised ${styles['signature']}`}
      id={`${id}-block`}
      data-missing={missing || hasOnlyName}
      disabled={locked}
    >
      <legend>{title}</legend>
      {locked && (
        <p className={`r-soft r-small ${styles['note']}`}>
          <Trans>This signature cannot be changed.</Trans>
        </p>
      )}
      {config.required && !locked && (
        <RequiredNote id={noteId} missing={missing}>
          <Trans>* Required signature</Trans>
        </RequiredNote>
      )}
      <div
        className="r-grid r-gap-12 r-fit-12"
        role="presentation"
        onKeyDown={(event) => goToNextInGroup(event)?.blur()}
      >
        {name('firstName', t`First name`, MAX_NAME_LENGTH, holderFirst)}
        {name('lastName', t`Last name`, MAX_NAME_LENGTH, holderLast)}
        {name(
          'title',
          t({ message: 'Signing as', comment: 'what the signing person is: owner, inspector' }),
          MAX_SIGNATORY_TITLE_LENGTH,
        )}
      </div>
      {namesMissing && (
        <p className="r-problem">
          <Trans>To upload the signature you need to complete the name of the signatary</Trans>
        </p>
      )}
      {hasOnlyName && (
        <p className="r-problem">
          <Trans>The image is still to be uploaded</Trans>. <Trans>Sign or clear the names.</Trans>
        </p>
      )}
      {url === 'missing' && <p>{t`This file cannot be read on this device.`}</p>}
      {url !== null && url !== 'missing' && (
        <img className={styles['kept']} src={url} alt={t`Signature of ${signing.firstName} ${signing.lastName}`} />
      )}
      {(canDraw || (image !== undefined && !locked)) && (
        <div className="r-row">
          <Button
            id={id}
            variant="default"
            {...(canDraw && { 'aria-haspopup': 'dialog' })}
            aria-describedby={image === undefined ? noteId : undefined}
            leftSection={<IconWritingSign size={20} aria-hidden="true" />}
            onClick={() => {
              if (image !== undefined) takeAway(image)
              if (canDraw) setBeforePad(signing)
            }}
          >
            {image === undefined ? <Trans>Sign</Trans> : <Trans>Sign again</Trans>}
          </Button>
          {canDraw && image !== undefined && (
            <Button
              variant="default"
              leftSection={<IconEraser size={20} aria-hidden="true" />}
              onClick={() => takeAway(image)}
            >
              <Trans>Clear</Trans>
            </Button>
          )}
        </div>
      )}
      {beforePad !== null && (
        <LazySignaturePad
          title={title}
          before={beforePad}
          name={getVisibleText(`${signing.firstName || holderFirst} ${signing.lastName || holderLast}`)}
          onDrawn={(png) => {
            if (png === null) return drop()
            const picture = png.then((blob) => (blob === null ? refuse('file.unreadable') : readBlob(blob)))
            void form.captures.follow(keep(picture, `signature-${index}.png`))
          }}
          onClose={() => {
            setBeforePad(null)
            document.getElementById(id)?.focus({ preventScroll: true })
          }}
        />
      )}
      {canUpload && (
        <UploadButton
          id={canDraw || image !== undefined ? `${id}-upload` : id}
          onChosen={(file) => void form.captures.follow(keep(readBlob(file), file.name))}
        />
      )}
      <p className="r-problem" role="alert">
        {problem === null ? '' : fileProblemText('signature', problem)}
      </p>
    </fieldset>
  )
}

const NAMELESS: Partial<OpenSignature> = { firstName: '', lastName: '', filled: false }

/** Checks that a drawn or chosen picture is a PNG, by its content, and has at most 1 MB. */
async function checkSignatureImage(picture: Promise<Result<ArrayBuffer>>): Promise<Result<ArrayBuffer>> {
  const data = await picture
  if (!data.ok) return data
  const type = await detectBytesType(new Blob([data.value]), '')
  const checked = type.ok ? checkFilePlace('signature', { type: type.value, bytes: data.value.byteLength }) : type
  return checked.ok ? data : checked
}

/** Reads a file; may fail for files in the cloud or on a removed card. */
async function readBlob(blob: Blob): Promise<Result<ArrayBuffer>> {
  try {
    return ok(await blob.arrayBuffer())
  } catch {
    return refuse('file.unreadable')
  }
}

/** Uploads a picture of the signature, for users who cannot draw; keyboard accessible. */
function UploadButton({ id, onChosen }: { readonly id: string; readonly onChosen: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div>
      <Button
        id={id}
        variant="default"
        leftSection={<IconUpload size={20} aria-hidden="true" />}
        onClick={() => input.current?.click()}
      >
        <Trans>Upload a PNG of the signature</Trans>
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/png"
        data-chooser={id}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          event.currentTarget.value = ''
          if (file !== undefined) onChosen(file)
        }}
      />
    </div>
  )
}
