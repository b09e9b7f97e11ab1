import type { Locator } from '@playwright/test'

/** The fields for the signatory's name, and the pad. */
export type SignaturePad = {
  readonly names: (first: string, last: string) => Promise<void>
  /** Draws with a pointer, and waits until the form accepts the signature. @param seed varies the strokes */
  readonly draw: (seed?: number) => Promise<void>
  readonly picture: () => Locator
}

export function signaturePad(block: Locator): SignaturePad {
  return {
    names: async (first, last) => {
      await block.getByLabel('First name').fill(first)
      await block.getByLabel('Last name').fill(last)
    },
    draw: async (seed = 0) => {
      const dialog = block.getByRole('dialog')
      const pad = dialog.locator('canvas')
      await block.getByRole('button', { name: /^Sign/ }).click()
      const box = await pad.boundingBox()
      if (box === null) throw new Error('The signature pad is not on screen')
      const { mouse } = block.page()
      const at = (step: number): readonly [number, number] => [
        box.x + 30 + step * 12,
        box.y + box.height / 2 + Math.sin(step * (0.7 + seed / 10)) * (box.height / 4),
      ]
      await mouse.move(...at(0))
      await mouse.down()
      for (let step = 1; step <= 20; step += 1) await mouse.move(...at(step))
      await mouse.up()
      await block.getByRole('button', { name: 'Undo stroke' }).and(block.locator(':enabled')).waitFor()
      await dialog.getByRole('button', { name: 'Done' }).click()
    },
    picture: () => block.getByRole('img', { name: /Signature of/ }),
  }
}
