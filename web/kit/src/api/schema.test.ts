import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import openapiTypescript, { astToString, COMMENT_HEADER } from 'openapi-typescript'
import { expect, it } from 'vitest'

it.each([
  ['openapi.json', 'schema.ts'],
  ['operator.json', 'operatorSchema.ts'],
])('the types are those of the document api/%s (if not: make generate)', async (documentName, schemaName) => {
  const documentFile = new URL(`../../../../api/${documentName}`, import.meta.url)
  const schemaFile = fileURLToPath(new URL(schemaName, import.meta.url))
  expect(existsSync(fileURLToPath(documentFile))).toBe(true)
  const generated = COMMENT_HEADER + astToString(await openapiTypescript(documentFile))
  expect(readFileSync(schemaFile, 'utf8').trim()).toBe(generated.trim())
})
