import { useState, type ComponentPropsWithoutRef } from 'react'
import { TEMPLATE_IMAGE } from '#domain/kernel/index.ts'

type TemplateImageProps = Omit<ComponentPropsWithoutRef<'img'>, 'src' | 'alt'> & { readonly url: string }

/** The form's banner or logo. Decoration: without a network it is simply not there. */
export function TemplateImage({ url, ...rest }: TemplateImageProps) {
  const [failed, setFailed] = useState(false)
  // What an older server has handed on may name anything, and each who reads would ask for it.
  return failed || !TEMPLATE_IMAGE.test(url) ? null : <img src={url} alt="" {...rest} onError={() => setFailed(true)} />
}
