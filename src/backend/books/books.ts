// The commands of the books by name, and the books as other folders see them: two remotes whose work happens in worker threads.
import type { Remote } from '../sqlite/commands.ts';
import { activityFacets, activityPage, appendActivity, changedSince } from './kernel/activity.ts';
import {
  countOrders,
  knownOrders,
  nextOrder,
  orderPage,
  orderRuns,
  ordersAtWork,
  triesOfCustomer,
} from './create/order-rows.ts';
import { beginRun, getRun, moveRun, settleTurn, takeTurn, unfinishedRuns } from './resend/bulk.ts';
import { itemPage, itemsAtWork, lastSends, nextItem, resendStandings } from './resend/bulk-items.ts';
import { listAcknowledgements, removeAcknowledgement, saveAcknowledgement } from './webhooks/acknowledgements.ts';
import {
  appendToClose,
  beginClose,
  closeOfPeriod,
  closePage,
  closeVersions,
  commitClose,
  discardCloses,
  getClose,
  getLastClose,
  holdingCloses,
} from './period/closes.ts';
import {
  advanceCreate,
  cappedCreates,
  createOfInvoice,
  getCreate,
  lineageOf,
  openCreates,
  prepareCreate,
  reservedBy,
  unknownCreates,
} from './create/creates.ts';
import { actOnExceptions } from './reconcile/exceptions/act.ts';
import { openCase } from './reconcile/exceptions/cases.ts';
import { disprovedExceptions } from './reconcile/exceptions/disproved.ts';
import {
  beginRun as beginFindings,
  clearExceptions,
  observeFindings,
  unseenExceptions,
} from './reconcile/exceptions/observe.ts';
import { listAddresses, nameAddress } from './records/addresses.ts';
import { newMoves, noteCatalogue } from './pricing/catalogue.ts';
import { getHome, saveHomeRates, setHome } from './pricing/home.ts';
import {
  answerRequest,
  approveRequest,
  askSecond,
  expireRequests,
  explainRequest,
  nextEnd,
  carryOverRules,
  fourEyesRule,
  fourEyesRules,
  getRequest,
  grantedRequest,
  lapseRequest,
  listRequests,
  setFourEyesRule,
  settleRequest,
  takeGranted,
  unknownSinceStop,
} from './people/four-eyes.ts';
import {
  carryOver,
  invitePerson,
  joinPerson,
  listPeople,
  removePerson,
  setHostAdmin,
  setRoles,
} from './people/people.ts';
import { noteRates } from './pricing/rate-history.ts';
import { addItem, clearItem, listItems } from './period/reconciling-items.ts';
import { journalMapping, journalsMade, noteJournal, saveJournalMapping } from './period/journals.ts';
import { addStep, orderSteps, readChecklist, removeStep, tickStep } from './period/checklists.ts';
import { priorFindings } from './period/prior-findings.ts';
import { entryPage, getEntry } from './ledger/entries/entries.ts';
import { entryCounts } from './ledger/entries/counts.ts';
import { entryChanges } from './ledger/entries/history.ts';
import { settleEntries } from './ledger/entries/standings.ts';
import { exceptionCounts } from './reconcile/exceptions/counts.ts';
import { exceptionPage, getException } from './reconcile/exceptions/exceptions.ts';
import { applySheet, checkSheet } from './reconcile/exceptions/sheet.ts';
import { getHandMatch, matchByHand, unmatch } from './ledger/hand-matches.ts';
import {
  abandonImports,
  appendToImport,
  beginImport,
  commitImport,
  getImport,
  importRejects,
  listImports,
  sameFile,
} from './ledger/imports/imports.ts';
import { releaseImports, sweepImports, undoImport } from './ledger/imports/undo.ts';
import { appendRequests, recentRequests } from './kernel/journal.ts';
import { endOfNews, newChanges, newContradictions, newRejections, tellFailures } from './news/news.ts';
import { adjustmentPage, adjustmentTotals, appendAdjustments } from './period/prior-period.ts';
import { countLateRecords, lateChangePage, observationsOfRecord } from './records/observations.ts';
import {
  addProfile,
  eraseProfile,
  getProfile,
  getSetting,
  getSettings,
  listProfiles,
  removeProfile,
  setSetting,
  setSettings,
  updateProfile,
} from './profiles/profiles.ts';
import { latestRestore, standingStill } from './kernel/generation.ts';
import { factsVersion } from './exports/report-facts.ts';
import {
  beginExportRun,
  endRun,
  listSchedules,
  missRuns,
  openRuns,
  placeRun,
  removeSchedule,
  runPage,
  saveSchedule,
} from './exports/schedules.ts';
import {
  advanceResend,
  armResend,
  awaitedResends,
  getResend,
  latestSent,
  openResends,
  resendsOfInvoice,
} from './resend/resends.ts';
import { getSource, listSources, removeSource, saveSource } from './ledger/sources.ts';
import { listAnswers, saveAnswer } from './support/answers.ts';
import { labelsOf, listLabels, putLabels, removeLabel, saveLabel } from './support/labels.ts';
import { addNote } from './support/notes.ts';
import { listViews, removeView, saveView } from './records/views.ts';

/** Run by the reader on a read-only connection. */
export const booksReads = {
  'profiles.list': listProfiles,
  'profiles.get': getProfile,
  'settings.get': getSetting,
  'settings.getAll': getSettings,
  'resends.get': getResend,
  'resends.ofInvoice': resendsOfInvoice,
  'resends.open': openResends,
  'resends.awaited': awaitedResends,
  'resends.latestSent': latestSent,
  'bulk.run': getRun,
  'bulk.unfinished': unfinishedRuns,
  'bulk.next': nextItem,
  'bulk.atWork': itemsAtWork,
  'bulk.items': itemPage,
  'bulk.standings': resendStandings,
  'bulk.lastSends': lastSends,
  'orders.next': nextOrder,
  'orders.atWork': ordersAtWork,
  'orders.tries': triesOfCustomer,
  'orders.rows': orderPage,
  'orders.counts': countOrders,
  'orders.runs': orderRuns,
  'orders.known': knownOrders,
  'creates.get': getCreate,
  'creates.open': openCreates,
  'creates.unknown': unknownCreates,
  'creates.ofInvoice': createOfInvoice,
  'creates.reserved': reservedBy,
  'creates.lineage': lineageOf,
  'creates.capped': cappedCreates,
  'acknowledgements.list': listAcknowledgements,
  'views.list': listViews,
  'answers.list': listAnswers,
  'labels.list': listLabels,
  'labels.of': labelsOf,
  'catalogue.newMoves': newMoves,
  'addresses.list': listAddresses,
  'exceptions.page': exceptionPage,
  'exceptions.counts': exceptionCounts,
  'exceptions.get': getException,
  'exceptions.disproved': disprovedExceptions,
  'exceptions.prior': priorFindings,
  'exceptions.checkSheet': checkSheet,
  'activity.page': activityPage,
  'activity.facets': activityFacets,
  'activity.changedSince': changedSince,
  'observations.ofRecord': observationsOfRecord,
  'observations.late': lateChangePage,
  'news.end': endOfNews,
  'news.rejections': newRejections,
  'news.changes': newChanges,
  'news.contradictions': newContradictions,
  'observations.countLate': countLateRecords,
  'requests.recent': recentRequests,
  'restores.latest': latestRestore,
  'restores.open': standingStill,
  'facts.version': factsVersion,
  'checklist.read': readChecklist,
  'schedules.list': listSchedules,
  'schedules.open': openRuns,
  'schedules.runs': runPage,
  'prior.page': adjustmentPage,
  'prior.totals': adjustmentTotals,
  'items.list': listItems,
  'journals.mapping': journalMapping,
  'journals.made': journalsMade,
  'home.get': getHome,
  'people.list': listPeople,
  'fourEyes.rule': fourEyesRule,
  'fourEyes.rules': fourEyesRules,
  'fourEyes.list': listRequests,
  'fourEyes.get': getRequest,
  'fourEyes.granted': grantedRequest,
  'fourEyes.nextEnd': nextEnd,
  'closes.last': getLastClose,
  'closes.holding': holdingCloses,
  'closes.page': closePage,
  'closes.get': getClose,
  'closes.ofPeriod': closeOfPeriod,
  'closes.versions': closeVersions,
  'sources.list': listSources,
  'sources.get': getSource,
  'imports.list': listImports,
  'imports.get': getImport,
  'imports.rejects': importRejects,
  'imports.sameFile': sameFile,
  'entries.page': entryPage,
  'entries.counts': entryCounts,
  'entries.get': getEntry,
  'entries.changes': entryChanges,
  'entries.handMatch': getHandMatch,
} as const;
export type BooksReads = typeof booksReads;

/**
 * Writes that are counted beside the books: those that something is sent after, and what people decide. Not those of many rows, nor what the API
 * can tell once more.
 */
export const countedWrites = {
  'profiles.add': addProfile,
  'profiles.update': updateProfile,
  'profiles.remove': removeProfile,
  'profiles.erase': eraseProfile,
  'resends.arm': armResend,
  'resends.advance': advanceResend,
  'bulk.begin': beginRun,
  'bulk.move': moveRun,
  'bulk.turn': takeTurn,
  'bulk.settle': settleTurn,
  'creates.prepare': prepareCreate,
  'creates.advance': advanceCreate,
  'acknowledgements.save': saveAcknowledgement,
  'acknowledgements.remove': removeAcknowledgement,
  'views.save': saveView,
  'views.remove': removeView,
  'notes.add': addNote,
  'answers.save': saveAnswer,
  'labels.save': saveLabel,
  'labels.remove': removeLabel,
  'labels.put': putLabels,
  'exceptions.open': openCase,
  'exceptions.act': actOnExceptions,
  'exceptions.applySheet': applySheet,
  'activity.append': appendActivity,
  'addresses.name': nameAddress,
  'items.add': addItem,
  'items.clear': clearItem,
  'checklist.tick': tickStep,
  'checklist.addStep': addStep,
  'checklist.removeStep': removeStep,
  'schedules.save': saveSchedule,
  'schedules.remove': removeSchedule,
  'fourEyes.setRule': setFourEyesRule,
  'fourEyes.ask': askSecond,
  'fourEyes.approve': approveRequest,
  'fourEyes.take': takeGranted,
  'fourEyes.settle': settleRequest,
  'fourEyes.answer': answerRequest,
  'closes.commit': commitClose,
  'sources.save': saveSource,
  'sources.remove': removeSource,
  'entries.matchByHand': matchByHand,
  'entries.unmatch': unmatch,
} as const;

/** Writes of what is nothing yet, or can be found out once more: they do not wait for the disk. */
export const stagedWrites = {
  'imports.append': appendToImport,
  'imports.sweep': sweepImports,
  'entries.settle': settleEntries,
} as const;

/** Run by the writer, one after the other; each is one transaction, on the disk when it answers unless it is staged. */
export const booksWrites = {
  ...countedWrites,
  ...stagedWrites,
  'settings.set': setSetting,
  'settings.setAll': setSettings,
  'exceptions.beginRun': beginFindings,
  'exceptions.observe': observeFindings,
  // Answers, but of what only the writer knows.
  'exceptions.unseen': unseenExceptions,
  'exceptions.clear': clearExceptions,
  'news.failures': tellFailures,
  'requests.append': appendRequests,
  'catalogue.note': noteCatalogue,
  'rates.note': noteRates,
  'prior.append': appendAdjustments,
  'journals.saveMapping': saveJournalMapping,
  'journals.note': noteJournal,
  'checklist.order': orderSteps,
  'schedules.begin': beginExportRun,
  'schedules.place': placeRun,
  'schedules.end': endRun,
  'schedules.miss': missRuns,
  'home.set': setHome,
  'home.saveRates': saveHomeRates,
  'people.invite': invitePerson,
  'people.join': joinPerson,
  'people.setRoles': setRoles,
  'people.setHostAdmin': setHostAdmin,
  'people.remove': removePerson,
  'people.carryOver': carryOver,
  'fourEyes.carryOver': carryOverRules,
  'fourEyes.lapse': lapseRequest,
  'fourEyes.explain': explainRequest,
  'fourEyes.expire': expireRequests,
  'fourEyes.afterStop': unknownSinceStop,
  'closes.begin': beginClose,
  'closes.append': appendToClose,
  'closes.discard': discardCloses,
  'imports.begin': beginImport,
  'imports.commit': commitImport,
  'imports.abandon': abandonImports,
  'imports.undo': undoImport,
  'imports.release': releaseImports,
} as const;
export type BooksWrites = typeof booksWrites;

/** The books of the data folder. */
export interface Books {
  readonly read: Remote<BooksReads>;
  readonly write: Remote<BooksWrites>;
}
