import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

type PhotoPage = { readonly evaluate: (paint: typeof paintPhoto, number: number) => Promise<string> }

/**
 * Writes different JPEG photos, larger than the 2,048 pixels to which the app shrinks them.
 * @param page paints them, because Node cannot; an empty page is enough
 */
export async function takePhotos(page: PhotoPage, folder: string, count: number): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true })
  const files = Array.from({ length: count }, (_, at) => join(folder, `photo-${at + 1}.jpg`))
  for (const [at, file] of files.entries())
    await writeFile(file, Buffer.from(await page.evaluate(paintPhoto, at + 1), 'base64'))
  return files
}

/** Runs in the page, in any browser. @returns a JPEG, Base64 */
async function paintPhoto(number: number): Promise<string> {
  const canvas = new OffscreenCanvas(2600, 1950)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('No canvas')
  const sky = context.createLinearGradient(0, 0, 2600, 1950)
  sky.addColorStop(0, `hsl(${number * 67} 60% 70%)`)
  sky.addColorStop(1, `hsl(${number * 67 + 120} 50% 35%)`)
  context.fillStyle = sky
  context.fillRect(0, 0, 2600, 1950)
  for (let i = 0; i < 400; i += 1) {
    context.fillStyle = `hsl(${(i * 37 + number * 11) % 360} 50% ${30 + (i % 50)}%)`
    context.fillRect((i * 389) % 2600, (i * 211 * number) % 1950, 40 + (i % 90), 30 + (i % 70))
  }
  context.fillStyle = '#fff'
  context.font = '300px sans-serif'
  context.fillText(`Photo ${number}`, 300, 1000)
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 })).arrayBuffer())
  let binary = ''
  for (let i = 0; i < bytes.length; i += 8192) binary += String.fromCharCode(...bytes.subarray(i, i + 8192))
  return btoa(binary)
}
