import { useState } from 'react'
import { Button, Group } from '@mantine/core'
import { IconCertificate, IconFileDownload, IconFileSettings, IconReceipt, IconX } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { buildPdfMessages } from '#documents/pdf/index.ts'
import { buildCertificate, buildVoucher, type PdfContent, type VoucherSource } from '#domain/pdf/index.ts'
import { findFormMunicipality } from '#domain/templates/index.ts'
import { SplitButton, useFormats, useProfile, type SplitButtonItem } from '#ui/index.ts'
import { useAnswerDocument } from '../print/use-answer-document.ts'
import type { ShownAnswer } from '../use-answer.ts'
import { ServerPdfDialog } from './server-pdf.tsx'
import { usePdf } from './use-pdf.ts'
import styles from './pdf.module.css'

type DownloadPdfProps = {
  readonly shownAnswer: ShownAnswer
  /** `default` on the page after saving, among other buttons; `subtle` in the list of links of the answer */
  readonly variant?: 'default' | 'subtle'
  /** missing: the form has no voucher, or the page offers the voucher elsewhere */
  readonly voucher?: VoucherSource | undefined
}

/** Downloads the answer's PDF, and its variants in a menu, with progress and a cancel button. */
export function DownloadPdfButton({ shownAnswer, variant = 'subtle', voucher }: DownloadPdfProps) {
  const { t } = useLingui()
  const { making, make, cancel } = usePdf()
  const content = useAnswerDocument(shownAnswer)
  const certificate = useCertificate(shownAnswer)
  const voucherPdf = useVoucher(voucher)
  const [isAsking, setAsking] = useState(false)
  const isSaved = variant === 'default'
  const item = (
    key: string,
    pdf: PdfContent | null,
    rest: Pick<SplitButtonItem, 'icon' | 'text'>,
  ): readonly SplitButtonItem[] => (pdf === null ? [] : [{ key, onClick: () => make(pdf), ...rest }])
  const items: readonly SplitButtonItem[] = [
    ...item('voucher', voucherPdf, {
      icon: <IconReceipt size={20} aria-hidden="true" />,
      text: <Trans>Download voucher</Trans>,
    }),
    ...item('certificate', isSaved ? null : certificate, {
      icon: <IconCertificate size={20} aria-hidden="true" />,
      text: <Trans>Download the registration certificate</Trans>,
    }),
  ]
  const server: SplitButtonItem = {
    key: 'server',
    icon: <IconFileSettings size={20} aria-hidden="true" />,
    text: <Trans>PDF options…</Trans>,
    onClick: () => setAsking(true),
  }
  return (
    <Group gap="xs" className={styles['download'] ?? ''} data-among-others={isSaved || undefined}>
      <SplitButton
        label={t`More PDFs`}
        variant={variant}
        items={isSaved || shownAnswer.isUnsent ? items : [server, ...items]}
      >
        <Button
          variant={variant}
          leftSection={<IconFileDownload size={20} aria-hidden="true" />}
          loading={making !== null}
          // The form may have PDF settings, so it has to be loaded first.
          disabled={shownAnswer.version === undefined}
          onClick={() => make(content)}
        >
          {isSaved ? <Trans>Download Answer</Trans> : <Trans>Download PDF</Trans>}
        </Button>
      </SplitButton>
      {isAsking && <ServerPdfDialog answer={shownAnswer.answer.id} onClose={() => setAsking(false)} />}
      {making !== null && (
        <p role="status" className="r-row r-gap-4 r-middle r-soft">
          {making.total === 0 ? (
            <Trans>Generating the PDF…</Trans>
          ) : (
            <Trans>
              Generating the PDF. Images: {making.pictures} of {making.total}
            </Trans>
          )}
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconX size={16} aria-hidden="true" />}
            onClick={cancel}
          >
            <Trans>Cancel</Trans>
          </Button>
        </p>
      )}
    </Group>
  )
}

/** The form's voucher for this answer. null: there is none */
function useVoucher(voucher: VoucherSource | undefined): PdfContent | null {
  const { t, i18n } = useLingui()
  if (voucher === undefined) return null
  return buildVoucher(voucher, {
    own: { title: t`Voucher` },
    texts: buildPdfMessages(i18n),
    language: i18n.locale,
    home: location.origin,
  })
}

/** The registration certificate, where the municipality issues one for this form. Created on this device. */
function useCertificate({ stored, version }: ShownAnswer): PdfContent | null {
  const { t, i18n } = useLingui()
  const { date } = useFormats()
  const profile = useProfile()
  if (profile === null || version === undefined || version === null) return null
  const own = {
    title: t`Registration certificate`,
    number: t`Certificate number`,
    issued: t`Issue date`,
    registered: t`Registered`,
    activity: t`Line of business`,
    surface: t`Surface area`,
    taxId: t`Tax number`,
  }
  const certificate = findFormMunicipality(profile, stored.areas)?.certificate
  const texts = buildPdfMessages(i18n)
  return buildCertificate(stored, version, certificate, { own, texts, language: i18n.locale, date })
}
