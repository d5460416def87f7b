// The commands of the books by name, and the books as other folders see them: two remotes whose work happens in worker threads.
import type { Remote } from '../sqlite/commands.ts';
import * as activity from './kernel/activity.ts';
import * as orderRows from './create/order-rows.ts';
import * as bulk from './resend/bulk.ts';
import * as bulkItems from './resend/bulk-items.ts';
import * as acknowledgements from './webhooks/acknowledgements.ts';
import * as closes from './period/closes.ts';
import * as creates from './create/creates.ts';
import { actOnExceptions } from './reconcile/exceptions/act.ts';
import { openCase } from './reconcile/exceptions/cases.ts';
import { disprovedExceptions } from './reconcile/exceptions/disproved.ts';
import * as observe from './reconcile/exceptions/observe.ts';
import * as addresses from './records/addresses.ts';
import * as catalogue from './pricing/catalogue.ts';
import * as home from './pricing/home.ts';
import * as fourEyes from './people/four-eyes.ts';
import * as people from './people/people.ts';
import { noteRates } from './pricing/rate-history.ts';
import * as reconcilingItems from './period/reconciling-items.ts';
import * as journals from './period/journals.ts';
import * as checklists from './period/checklists.ts';
import { priorFindings } from './period/prior-findings.ts';
import * as entries from './ledger/entries/entries.ts';
import { entryCounts } from './ledger/entries/counts.ts';
import { entryChanges } from './ledger/entries/history.ts';
import { settleEntries } from './ledger/entries/standings.ts';
import { exceptionCounts } from './reconcile/exceptions/counts.ts';
import * as exceptions from './reconcile/exceptions/exceptions.ts';
import * as sheet from './reconcile/exceptions/sheet.ts';
import * as handMatches from './ledger/hand-matches.ts';
import * as imports from './ledger/imports/imports.ts';
import * as undo from './ledger/imports/undo.ts';
import * as journal from './kernel/journal.ts';
import * as news from './news/news.ts';
import * as priorPeriod from './period/prior-period.ts';
import * as observations from './records/observations.ts';
import * as profiles from './profiles/profiles.ts';
import * as generation from './kernel/generation.ts';
import { factsVersion } from './exports/report-facts.ts';
import * as schedules from './exports/schedules.ts';
import * as resends from './resend/resends.ts';
import * as sources from './ledger/sources.ts';
import * as answers from './support/answers.ts';
import * as labels from './support/labels.ts';
import { addNote } from './support/notes.ts';
import * as views from './records/views.ts';

/** Run by the reader on a read-only connection. */
export const booksReads = {
  'profiles.list': profiles.listProfiles,
  'profiles.get': profiles.getProfile,
  'settings.get': profiles.getSetting,
  'settings.getAll': profiles.getSettings,
  'resends.get': resends.getResend,
  'resends.ofInvoice': resends.resendsOfInvoice,
  'resends.open': resends.openResends,
  'resends.awaited': resends.awaitedResends,
  'resends.latestSent': resends.latestSent,
  'bulk.run': bulk.getRun,
  'bulk.unfinished': bulk.unfinishedRuns,
  'bulk.next': bulkItems.nextItem,
  'bulk.atWork': bulkItems.itemsAtWork,
  'bulk.items': bulkItems.itemPage,
  'bulk.standings': bulkItems.resendStandings,
  'bulk.lastSends': bulkItems.lastSends,
  'orders.next': orderRows.nextOrder,
  'orders.atWork': orderRows.ordersAtWork,
  'orders.tries': orderRows.triesOfCustomer,
  'orders.rows': orderRows.orderPage,
  'orders.counts': orderRows.countOrders,
  'orders.runs': orderRows.orderRuns,
  'orders.known': orderRows.knownOrders,
  'creates.get': creates.getCreate,
  'creates.open': creates.openCreates,
  'creates.unknown': creates.unknownCreates,
  'creates.ofInvoice': creates.createOfInvoice,
  'creates.reserved': creates.reservedBy,
  'creates.lineage': creates.lineageOf,
  'creates.capped': creates.cappedCreates,
  'acknowledgements.list': acknowledgements.listAcknowledgements,
  'views.list': views.listViews,
  'answers.list': answers.listAnswers,
  'labels.list': labels.listLabels,
  'labels.of': labels.labelsOf,
  'catalogue.newMoves': catalogue.newMoves,
  'addresses.list': addresses.listAddresses,
  'exceptions.page': exceptions.exceptionPage,
  'exceptions.counts': exceptionCounts,
  'exceptions.get': exceptions.getException,
  'exceptions.disproved': disprovedExceptions,
  'exceptions.prior': priorFindings,
  'exceptions.checkSheet': sheet.checkSheet,
  'activity.page': activity.activityPage,
  'activity.facets': activity.activityFacets,
  'activity.changedSince': activity.changedSince,
  'observations.ofRecord': observations.observationsOfRecord,
  'observations.late': observations.lateChangePage,
  'news.end': news.endOfNews,
  'news.rejections': news.newRejections,
  'news.changes': news.newChanges,
  'news.contradictions': news.newContradictions,
  'observations.countLate': observations.countLateRecords,
  'requests.recent': journal.recentRequests,
  'restores.latest': generation.latestRestore,
  'restores.open': generation.standingStill,
  'facts.version': factsVersion,
  'checklist.read': checklists.readChecklist,
  'schedules.list': schedules.listSchedules,
  'schedules.open': schedules.openRuns,
  'schedules.runs': schedules.runPage,
  'prior.page': priorPeriod.adjustmentPage,
  'prior.totals': priorPeriod.adjustmentTotals,
  'items.list': reconcilingItems.listItems,
  'journals.mapping': journals.journalMapping,
  'journals.made': journals.journalsMade,
  'home.get': home.getHome,
  'people.list': people.listPeople,
  'fourEyes.rule': fourEyes.fourEyesRule,
  'fourEyes.rules': fourEyes.fourEyesRules,
  'fourEyes.list': fourEyes.listRequests,
  'fourEyes.get': fourEyes.getRequest,
  'fourEyes.granted': fourEyes.grantedRequest,
  'fourEyes.nextEnd': fourEyes.nextEnd,
  'closes.last': closes.getLastClose,
  'closes.holding': closes.holdingCloses,
  'closes.page': closes.closePage,
  'closes.get': closes.getClose,
  'closes.ofPeriod': closes.closeOfPeriod,
  'closes.versions': closes.closeVersions,
  'sources.list': sources.listSources,
  'sources.get': sources.getSource,
  'imports.list': imports.listImports,
  'imports.get': imports.getImport,
  'imports.rejects': imports.importRejects,
  'imports.sameFile': imports.sameFile,
  'entries.page': entries.entryPage,
  'entries.counts': entryCounts,
  'entries.get': entries.getEntry,
  'entries.changes': entryChanges,
  'entries.handMatch': handMatches.getHandMatch,
} as const;
export type BooksReads = typeof booksReads;

/**
 * Writes that are counted beside the books: those that something is sent after, and what people decide. Not those of many rows, nor what the API
 * can tell once more.
 */
export const countedWrites = {
  'profiles.add': profiles.addProfile,
  'profiles.update': profiles.updateProfile,
  'profiles.remove': profiles.removeProfile,
  'profiles.erase': profiles.eraseProfile,
  'resends.arm': resends.armResend,
  'resends.advance': resends.advanceResend,
  'bulk.begin': bulk.beginRun,
  'bulk.move': bulk.moveRun,
  'bulk.turn': bulk.takeTurn,
  'bulk.settle': bulk.settleTurn,
  'creates.prepare': creates.prepareCreate,
  'creates.advance': creates.advanceCreate,
  'acknowledgements.save': acknowledgements.saveAcknowledgement,
  'acknowledgements.remove': acknowledgements.removeAcknowledgement,
  'views.save': views.saveView,
  'views.remove': views.removeView,
  'notes.add': addNote,
  'answers.save': answers.saveAnswer,
  'labels.save': labels.saveLabel,
  'labels.remove': labels.removeLabel,
  'labels.put': labels.putLabels,
  'exceptions.open': openCase,
  'exceptions.act': actOnExceptions,
  'exceptions.applySheet': sheet.applySheet,
  'activity.append': activity.appendActivity,
  'addresses.name': addresses.nameAddress,
  'items.add': reconcilingItems.addItem,
  'items.clear': reconcilingItems.clearItem,
  'checklist.tick': checklists.tickStep,
  'checklist.addStep': checklists.addStep,
  'checklist.removeStep': checklists.removeStep,
  'schedules.save': schedules.saveSchedule,
  'schedules.remove': schedules.removeSchedule,
  'fourEyes.setRule': fourEyes.setFourEyesRule,
  'fourEyes.ask': fourEyes.askSecond,
  'fourEyes.approve': fourEyes.approveRequest,
  'fourEyes.take': fourEyes.takeGranted,
  'fourEyes.settle': fourEyes.settleRequest,
  'fourEyes.answer': fourEyes.answerRequest,
  'closes.commit': closes.commitClose,
  'sources.save': sources.saveSource,
  'sources.remove': sources.removeSource,
  'entries.matchByHand': handMatches.matchByHand,
  'entries.unmatch': handMatches.unmatch,
} as const;

/** Writes of what is nothing yet, or can be found out once more: they do not wait for the disk. */
export const stagedWrites = {
  'imports.append': imports.appendToImport,
  'imports.sweep': undo.sweepImports,
  'entries.settle': settleEntries,
} as const;

/** Run by the writer, one after the other; each is one transaction, on the disk when it answers unless it is staged. */
export const booksWrites = {
  ...countedWrites,
  ...stagedWrites,
  'settings.set': profiles.setSetting,
  'settings.setAll': profiles.setSettings,
  'exceptions.beginRun': observe.beginRun,
  'exceptions.observe': observe.observeFindings,
  // Answers, but of what only the writer knows.
  'exceptions.unseen': observe.unseenExceptions,
  'exceptions.clear': observe.clearExceptions,
  'news.failures': news.tellFailures,
  'requests.append': journal.appendRequests,
  'catalogue.note': catalogue.noteCatalogue,
  'rates.note': noteRates,
  'prior.append': priorPeriod.appendAdjustments,
  'journals.saveMapping': journals.saveJournalMapping,
  'journals.note': journals.noteJournal,
  'checklist.order': checklists.orderSteps,
  'schedules.begin': schedules.beginExportRun,
  'schedules.place': schedules.placeRun,
  'schedules.end': schedules.endRun,
  'schedules.miss': schedules.missRuns,
  'home.set': home.setHome,
  'home.saveRates': home.saveHomeRates,
  'people.invite': people.invitePerson,
  'people.join': people.joinPerson,
  'people.setRoles': people.setRoles,
  'people.setHostAdmin': people.setHostAdmin,
  'people.remove': people.removePerson,
  'people.carryOver': people.carryOver,
  'fourEyes.carryOver': fourEyes.carryOverRules,
  'fourEyes.lapse': fourEyes.lapseRequest,
  'fourEyes.explain': fourEyes.explainRequest,
  'fourEyes.expire': fourEyes.expireRequests,
  'fourEyes.afterStop': fourEyes.unknownSinceStop,
  'closes.begin': closes.beginClose,
  'closes.append': closes.appendToClose,
  'closes.discard': closes.discardCloses,
  'imports.begin': imports.beginImport,
  'imports.commit': imports.commitImport,
  'imports.abandon': imports.abandonImports,
  'imports.undo': undo.undoImport,
  'imports.release': undo.releaseImports,
} as const;
export type BooksWrites = typeof booksWrites;

export interface Books {
  readonly read: Remote<BooksReads>;
  readonly write: Remote<BooksWrites>;
}
