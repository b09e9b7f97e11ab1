import { useState } from 'react'
import { IconListCheck } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { SignatureConfig } from '#domain/templates/index.ts'
import { later } from '#ui/index.ts'
import { SignatureBlock } from './signature-block.tsx'

/** Not everyone reads before signing. */
const Reading = later(async () => (await import('./reading.tsx')).Reading)

type SignaturesProps = {
  readonly signatures: readonly SignatureConfig[]
  /** saves, and goes on to a copy by e-mail; missing: no copy can be sent */
  readonly onCopy?: (() => void) | undefined
}

/** The signers, each with a block. While what they sign is read, the blocks stand under it: each is on screen once. */
export function Signatures({ signatures, onCopy }: SignaturesProps) {
  const { t } = useLingui()
  const [reads, setReads] = useState(false)
  const blocks = signatures.map((config) => <SignatureBlock key={config.indexSignature} config={config} />)
  return (
    <section className="r-column r-gap-12" aria-label={t`Signatures`}>
      <div>
        <Button
          variant="default"
          aria-haspopup="dialog"
          leftSection={<IconListCheck size={20} aria-hidden="true" />}
          onClick={() => setReads(true)}
        >
          <Trans>Read before signing</Trans>
        </Button>
      </div>
      {reads ? (
        <Reading onClose={() => setReads(false)} onCopy={onCopy}>
          {blocks}
        </Reading>
      ) : (
        blocks
      )}
    </section>
  )
}
