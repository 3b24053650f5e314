import { Suspense, useState, type ReactNode } from 'react'
import { late } from '@core/frame/late'
import type { Word } from './Explanation'

const Explanation = late(() => import('./Explanation').then((module) => module.Explanation), ['help'])

/** A word that says what it means where it stands, at a press. */
export function Explained({ word, children }: { word: Word; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        className="press -my-3.5 inline-flex min-w-11 py-3.5 text-left underline decoration-dotted underline-offset-4"
      >
        {children}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <Explanation word={word} />
        </Suspense>
      )}
    </>
  )
}
