import { useState, type ComponentPropsWithoutRef } from 'react'
import { TEMPLATE_IMAGE } from '#domain/kernel/index.ts'

type TemplateImageProps = Omit<ComponentPropsWithoutRef<'img'>, 'src' | 'alt'> & { readonly url: string }

/** The form's banner or logo. Decoration: left out when it cannot be loaded. */
export function TemplateImage({ url, ...rest }: TemplateImageProps) {
  const [failed, setFailed] = useState(false)
  // Only our own images: an address from an older server could be any site, and every reader would request it.
  return failed || !TEMPLATE_IMAGE.test(url) ? null : <img src={url} alt="" {...rest} onError={() => setFailed(true)} />
}
