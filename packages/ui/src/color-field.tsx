import { Button } from 'react-aria-components/Button'
import { ColorArea } from 'react-aria-components/ColorArea'
import { ColorPicker, parseColor, type Color } from 'react-aria-components/ColorPicker'
import { ColorSlider, SliderTrack } from 'react-aria-components/ColorSlider'
import { ColorSwatch } from 'react-aria-components/ColorSwatch'
import { ColorSwatchPicker, ColorSwatchPickerItem } from 'react-aria-components/ColorSwatchPicker'
import { ColorThumb } from 'react-aria-components/ColorThumb'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { useState } from 'react'
import { classNames } from './class-names.ts'
import styles from './color-field.module.css'
import type { FieldText } from './field.tsx'
import { Float } from './popover.tsx'
import { TextField } from './text-field.tsx'

/** Printers' inks: a small starting set, in a calm order. */
const defaultSwatches = [
  '#1b1a17',
  '#6d685f',
  '#d3cec2',
  '#ffffff',
  '#d13a1b',
  '#e0a84a',
  '#1f7a4d',
  '#2a8c8c',
  '#2458c5',
  '#6b4bc4',
  '#b0418d',
  '#7a4a2b',
]

export interface ColorFieldProps extends FieldText {
  /** `#rrggbb`, `#rrggbbaa`, typed text that is not a colour, or null for none. */
  value: string | null
  onChange: (value: string | null) => void
  swatches?: string[] | undefined
  isDisabled?: boolean | undefined
  isReadOnly?: boolean | undefined
  autoFocus?: boolean | undefined
  'aria-label'?: string | undefined
}

function colorOf(text: string | null): Color | null {
  if (!text) return null
  try {
    return parseColor(text)
  } catch {
    return null
  }
}

function hexOf(color: Color): string {
  const isOpaque = color.getChannelValue('alpha') === 1
  return color.toString(isOpaque ? 'hex' : 'hexa').toLowerCase()
}

/** Converts a colour in any CSS notation to hex; other texts stay as typed. */
function storedOf(typed: string): string | null {
  const text = typed.trim()
  return text === '' ? null : (hexOfCss(text) ?? text)
}

function hexOfCss(text: string): string | undefined {
  // The browser knows more notations than any library: names, `oklch()`, `color-mix()`, and future ones.
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  if (!context || text.toLowerCase() === 'currentcolor') return undefined
  // Assigning an invalid colour leaves the style unchanged, so the two results differ.
  const [onBlack, onWhite] = ['#000000', '#ffffff'].map((before) => {
    context.fillStyle = before
    context.fillStyle = text
    return context.fillStyle
  })
  if (onBlack === undefined || onBlack !== onWhite) return undefined
  const exact = colorOf(onBlack)
  if (exact) return hexOf(exact)
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data
  const drawn = colorOf(`rgba(${red}, ${green}, ${blue}, ${alpha / 255})`)
  return drawn ? hexOf(drawn) : undefined
}

function SwatchPicker({ swatches }: { swatches: string[] }) {
  return (
    <Float placement="bottom start" offset={10} crossOffset={-7}>
      <Dialog aria-label="Colour" className={styles.dialog ?? ''}>
        <ColorArea
          colorSpace="hsb"
          xChannel="saturation"
          yChannel="brightness"
          className={styles.area ?? ''}
        >
          <ColorThumb className={styles.thumb ?? ''} />
        </ColorArea>
        <ColorSlider colorSpace="hsb" channel="hue" aria-label="Hue">
          <SliderTrack className={styles.hue ?? ''}>
            <ColorThumb className={styles.thumb ?? ''} />
          </SliderTrack>
        </ColorSlider>
        <ColorSwatchPicker aria-label="Swatches" className={styles.swatches ?? ''}>
          {swatches.map((swatch) => (
            <ColorSwatchPickerItem key={swatch} color={swatch} className={styles.item ?? ''}>
              <ColorSwatch className={styles.swatch ?? ''} />
            </ColorSwatchPickerItem>
          ))}
        </ColorSwatchPicker>
      </Dialog>
    </Float>
  )
}

/** A field for a colour, typed in any CSS notation or picked in the popover of its swatch. */
export function ColorField({
  value,
  onChange,
  swatches = defaultSwatches,
  ...rest
}: ColorFieldProps) {
  const [typed, setTyped] = useState(value ?? '')
  // The form's value wins if it differs from the typed colour.
  const displayText = storedOf(typed) === value ? typed : (value ?? '')
  const color = colorOf(value)
  const isEditable = !rest.isDisabled && !rest.isReadOnly

  function handleChange(text: string) {
    setTyped(text)
    onChange(storedOf(text))
  }

  return (
    <TextField
      {...textFieldProps(rest)}
      value={displayText}
      onChange={handleChange}
      onBlur={() => setTyped(value ?? '')}
      isCode
      autoComplete="off"
      spellCheck="false"
      placeholder="#rrggbb, rgb(…), a name"
      prefix={
        <ColorPicker
          value={color ?? parseColor('#ffffff')}
          onChange={(next) => onChange(hexOf(next))}
        >
          <DialogTrigger>
            <Button
              aria-label="Choose colour"
              isDisabled={!isEditable}
              className={styles.trigger ?? ''}
            >
              {color ? (
                <ColorSwatch color={color} className={styles.swatch ?? ''} />
              ) : (
                <span className={classNames(styles.swatch, styles.none)} />
              )}
            </Button>
            <SwatchPicker swatches={swatches} />
          </DialogTrigger>
        </ColorPicker>
      }
    />
  )
}

/** Leaves out undefined props, which React Aria would treat as set. */
function textFieldProps({
  isDisabled,
  isReadOnly,
  autoFocus,
  'aria-label': label,
  ...text
}: Omit<ColorFieldProps, 'value' | 'onChange' | 'swatches'>) {
  return {
    ...text,
    ...(isDisabled && { isDisabled }),
    ...(isReadOnly && { isReadOnly }),
    ...(autoFocus && { autoFocus }),
    ...(label && { 'aria-label': label }),
  }
}
