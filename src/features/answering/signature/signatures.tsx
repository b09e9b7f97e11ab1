import { useState } from 'react'
import { IconListCheck } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { SignatureConfig } from '#domain/templates/index.ts'
import { lazyPart } from '#ui/index.ts'
import { SignatureBlock } from './signature-block.tsx'

/** Loaded on demand, as not all signers read the answer. */
const LazyReadingDialog = lazyPart(async () => (await import('./reading.tsx')).ReadingDialog)

type SignatureBlocksProps = {
  readonly signatures: readonly SignatureConfig[]
  /** saves the answer and continues with a copy by e-mail; missing if copies cannot be sent */
  readonly onCopy?: (() => void) | undefined
}

/** A block per signer. While the answer is read in full screen, the blocks are shown only there. */
export function SignatureBlocks({ signatures, onCopy }: SignatureBlocksProps) {
  const { t } = useLingui()
  const [reads, setReadingOpen] = useState(false)
  const blocks = signatures.map((config) => <SignatureBlock key={config.indexSignature} config={config} />)
  return (
    <section className="r-column r-gap-12" aria-label={t`Signatures`}>
      <div>
        <Button
          variant="default"
          aria-haspopup="dialog"
          leftSection={<IconListCheck size={20} aria-hidden="true" />}
          onClick={() => setReadingOpen(true)}
        >
          <Trans>Read before signing</Trans>
        </Button>
      </div>
      {reads ? (
        <LazyReadingDialog onClose={() => setReadingOpen(false)} onCopy={onCopy}>
          {blocks}
        </LazyReadingDialog>
      ) : (
        blocks
      )}
    </section>
  )
}
