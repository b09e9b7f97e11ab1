import { useState, type ComponentPropsWithoutRef } from 'react'
import { TEMPLATE_IMAGE_PATTERN } from '#domain/kernel/index.ts'

type FormImageProps = Omit<ComponentPropsWithoutRef<'img'>, 'src' | 'alt'> & { readonly url: string }

/** The form's banner or logo. Decorative, so it is omitted if it cannot be loaded. */
export function FormImage({ url, ...rest }: FormImageProps) {
  const [failed, setFailed] = useState(false)
  // Renders only images of our server. A URL stored by an older version could make every reader's browser request any
  // site.
  return failed || !TEMPLATE_IMAGE_PATTERN.test(url) ? null : (
    <img src={url} alt="" {...rest} onError={() => setFailed(true)} />
  )
}
