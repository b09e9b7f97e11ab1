import { getVisibleText } from '#domain/kernel/index.ts'
import { useState, type ReactNode } from 'react'
import { ColorInput, NativeSelect, Switch, Textarea, TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import '@mantine/core/styles/ColorInput.layer.css'
import '@mantine/core/styles/ColorPicker.layer.css'
import '@mantine/core/styles/ColorSwatch.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import styles from '../places.module.css'
import type { SettingsFields, SettingField } from './use-groups.ts'

type FieldProps<Kind extends SettingField['kind']> = Extract<SettingField, { readonly kind: Kind }> & {
  readonly fields: SettingsFields
}

type SettingDescriptionProps = { readonly text: string; readonly mine: boolean }

/** Description of a setting. If the user may not change it, names the role that may. */
export function SettingDescription({ text, mine }: SettingDescriptionProps): ReactNode {
  return (
    <>
      {text}
      {!mine && (
        <>
          {' '}
          <Trans>Only an administrator of the installation can change this.</Trans>
        </>
      )}
    </>
  )
}

export function SwitchSetting({ name, label, about, fields }: FieldProps<'switch'>) {
  const isMine = fields.isMine(name)
  return (
    <Switch
      size="md"
      label={label}
      description={<SettingDescription text={about} mine={isMine} />}
      disabled={!isMine}
      checked={fields.values[name]}
      onChange={({ currentTarget }) => fields.set({ [name]: currentTarget.checked })}
    />
  )
}

export function NumberSetting({ name, label, about, least, max, none, fields }: FieldProps<'number'>) {
  const { t } = useLingui()
  const isMine = fields.isMine(name)
  const value = fields.values[name]
  const [typed, setTyped] = useState<string | null>(null)
  const isFit = typed === null || isNumber(typed, least, max) || (getVisibleText(typed) === '' && none !== undefined)
  return (
    <TextInput
      label={label}
      description={
        <>
          <SettingDescription text={about} mine={isMine} /> {none}
        </>
      }
      disabled={!isMine}
      inputMode="numeric"
      classNames={{ wrapper: styles['short'] ?? '' }}
      value={typed ?? (value === null ? '' : String(value))}
      error={isFit ? undefined : t`Enter a whole number from ${least} to ${max}.`}
      onBlur={() => isFit && setTyped(null)}
      onChange={({ currentTarget }) => {
        const text = currentTarget.value
        setTyped(text)
        if (isNumber(text, least, max)) fields.set({ [name]: Number(text) })
        else if (getVisibleText(text) === '' && none !== undefined) fields.set({ [name]: null })
      }}
    />
  )
}

export function LinesSetting({ name, label, about, fields }: FieldProps<'lines'>) {
  const isMine = fields.isMine(name)
  return (
    <Textarea
      label={label}
      description={<SettingDescription text={about} mine={isMine} />}
      disabled={!isMine}
      rows={3}
      value={fields.values[name].join('\n')}
      error={fields.errorOf(name)}
      onChange={({ currentTarget }) => fields.set({ [name]: currentTarget.value.split('\n') })}
    />
  )
}

/** A setting with choices. Always lists the stored value, even if this browser does not know it. */
export function ChoiceSetting({ name, label, about, choices, fields }: FieldProps<'choice'>) {
  const isMine = fields.isMine(name)
  const stored = fields.values[name]
  const isKnown = choices.some(({ value }) => value === stored)
  return (
    <NativeSelect
      label={label}
      description={<SettingDescription text={about} mine={isMine} />}
      disabled={!isMine}
      classNames={{ wrapper: styles['short'] ?? '' }}
      value={stored}
      data={[...(isKnown ? [] : [{ value: stored, label: stored }]), ...choices]}
      onChange={({ currentTarget }) => {
        const chosenOption = choices.find(({ value }) => value === currentTarget.value)
        if (chosenOption !== undefined) fields.set({ [name]: chosenOption.value })
      }}
    />
  )
}

/** Colours on which white text is readable. */
const DARK_COLOURS = ['#075c5f', '#1f4f8f', '#5b3a8c', '#8c2f5e', '#9a3412', '#3f6212', '#374151']

const COLOUR_ID = 'settings-colour'

/** A colour, typed or picked. Empty: none. */
export function ColourSetting({ name, label, about, fields }: FieldProps<'colour'>) {
  const { t } = useLingui()
  const isMine = fields.isMine(name)
  return (
    <ColorInput
      id={COLOUR_ID}
      label={label}
      description={<SettingDescription text={about} mine={isMine} />}
      disabled={!isMine}
      classNames={{ wrapper: styles['short'] ?? '' }}
      maxLength={20}
      format="hex"
      fixOnBlur={false}
      swatches={DARK_COLOURS}
      attributes={{
        saturation: { 'aria-labelledby': `${COLOUR_ID}-label` },
        slider: { 'aria-label': t`Hue` },
      }}
      eyeDropperButtonProps={{ 'aria-label': t`Pick a colour from the screen` }}
      value={fields.values[name] ?? ''}
      error={fields.errorOf(name)}
      onChange={(colour) => fields.set({ [name]: getVisibleText(colour) === '' ? null : colour })}
    />
  )
}

export function TextSetting({ name, label, about, fields }: FieldProps<'text'>) {
  const { currency } = fields.values
  const isMine = fields.isMine('currency')
  return (
    <TextInput
      label={label}
      description={<SettingDescription text={about} mine={isMine} />}
      disabled={!isMine}
      classNames={{ wrapper: styles['short'] ?? '' }}
      maxLength={name === 'sign' ? 8 : 20}
      value={name === 'sign' ? currency.sign : currency.name}
      error={fields.errorOf('currency')}
      onChange={({ currentTarget }) =>
        fields.set({ currency: { ...currency, [name === 'sign' ? 'sign' : 'name']: currentTarget.value } })
      }
    />
  )
}

function isNumber(text: string, min: number, max: number): boolean {
  return /^\d{1,6}$/.test(text.trim()) && Number(text) >= min && Number(text) <= max
}
