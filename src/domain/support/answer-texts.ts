// What a customer is answered where the team has written nothing of its own: for every state, in six languages. `fail` and an ended window are never
// called unpaid.
import type { AnswerLanguage, AnswerState, BuiltInLanguage } from './answers.ts';

interface Texts {
  /** What each text begins and ends with. */
  readonly head: string;
  readonly foot: string;
  /** Of each state the word for {state}, how it stands, and what happens next. */
  readonly states: Readonly<Record<AnswerState, readonly [word: string, standing: string, next: string]>>;
}

const proof = {
  en: 'If you have paid, please send us your proof of payment.',
  de: 'Falls Sie bezahlt haben, senden Sie uns bitte Ihren Zahlungsbeleg.',
  es: 'Si ya ha pagado, envíenos por favor el comprobante de pago.',
  fr: 'Si vous avez payé, merci de nous envoyer votre justificatif de paiement.',
  pl: 'Jeśli płatność została wykonana, prosimy o przesłanie jej potwierdzenia.',
  tr: 'Ödeme yaptıysanız lütfen bize ödeme belgenizi gönderin.',
} as const;

const again = {
  en: `If you still want the order, ask us for a new payment link. ${proof.en}`,
  de: `Wenn Sie die Bestellung noch möchten, bitten Sie uns um einen neuen Zahlungslink. ${proof.de}`,
  es: `Si todavía quiere el pedido, pídanos un nuevo enlace de pago. ${proof.es}`,
  fr: `Si vous souhaitez toujours cette commande, demandez-nous un nouveau lien de paiement. ${proof.fr}`,
  pl: `Jeśli zamówienie jest nadal aktualne, prosimy napisać do nas po nowy link do płatności. ${proof.pl}`,
  tr: `Siparişi hâlâ istiyorsanız bizden yeni bir ödeme bağlantısı isteyin. ${proof.tr}`,
} as const;

const difference = {
  en: 'We are looking at the difference and will come back to you.',
  de: 'Wir prüfen die Differenz und melden uns bei Ihnen.',
  es: 'Estamos revisando la diferencia y le responderemos.',
  fr: 'Nous examinons la différence et reviendrons vers vous.',
  pl: 'Sprawdzamy różnicę i odezwiemy się ponownie.',
  tr: 'Farkı inceliyoruz, size geri döneceğiz.',
} as const;

const TEXTS: Readonly<Record<BuiltInLanguage, Texts>> = {
  en: {
    head: 'Order {order}, {ordered}\nPaid: {paid?}',
    foot: 'As of {asOf}.',
    states: {
      open: ['open', 'No payment has been confirmed yet.', 'You can pay until {expires?}.\nPay here: {link?}'],
      closed: [
        'time to pay is over',
        'No payment has been confirmed yet, and the time to pay is over.',
        `Please do not pay with the link any more. ${proof.en}`,
      ],
      received: ['paid', 'Your payment has been received.', 'Nothing more is needed from you.'],
      underpaid: [
        'paid, less than expected',
        'Your payment has been received; it is less than the {expected} that were expected.',
        difference.en,
      ],
      overpaid: [
        'paid, more than expected',
        'Your payment has been received; it is more than the {expected} that were expected.',
        difference.en,
      ],
      corrected: [
        'paid, amount corrected',
        'Your payment has been received, and its amount was corrected.',
        difference.en,
      ],
      expired: ['expired', 'The time to pay has ended, and no payment was confirmed.', again.en],
      canceled: ['canceled', 'The payment was canceled.', again.en],
      failed: [
        'not completed',
        'The payment could not be completed for a technical reason.',
        'Please do not pay again yet; we are asking the payment service and will come back to you.',
      ],
      checked: ['being checked', 'We are checking this payment.', 'We will come back to you.'],
    },
  },
  de: {
    head: 'Bestellung {order}, {ordered}\nBezahlt: {paid?}',
    foot: 'Stand: {asOf}.',
    states: {
      open: [
        'offen',
        'Bisher wurde keine Zahlung bestätigt.',
        'Sie können bis {expires?} bezahlen.\nHier bezahlen: {link?}',
      ],
      closed: [
        'Zahlungsfrist abgelaufen',
        'Bisher wurde keine Zahlung bestätigt, und die Zahlungsfrist ist abgelaufen.',
        `Bitte zahlen Sie nicht mehr über den Link. ${proof.de}`,
      ],
      received: ['bezahlt', 'Ihre Zahlung ist eingegangen.', 'Sie müssen nichts weiter tun.'],
      underpaid: [
        'bezahlt, weniger als erwartet',
        'Ihre Zahlung ist eingegangen; sie ist niedriger als die erwarteten {expected}.',
        difference.de,
      ],
      overpaid: [
        'bezahlt, mehr als erwartet',
        'Ihre Zahlung ist eingegangen; sie ist höher als die erwarteten {expected}.',
        difference.de,
      ],
      corrected: [
        'bezahlt, Betrag korrigiert',
        'Ihre Zahlung ist eingegangen, und ihr Betrag wurde korrigiert.',
        difference.de,
      ],
      expired: ['abgelaufen', 'Die Zahlungsfrist ist abgelaufen, und es wurde keine Zahlung bestätigt.', again.de],
      canceled: ['abgebrochen', 'Die Zahlung wurde abgebrochen.', again.de],
      failed: [
        'nicht abgeschlossen',
        'Die Zahlung konnte aus technischen Gründen nicht abgeschlossen werden.',
        'Bitte zahlen Sie vorerst nicht noch einmal; wir fragen beim Zahlungsdienst nach und melden uns bei Ihnen.',
      ],
      checked: ['in Prüfung', 'Wir prüfen diese Zahlung.', 'Wir melden uns bei Ihnen.'],
    },
  },
  es: {
    head: 'Pedido {order}, {ordered}\nPagado: {paid?}',
    foot: 'Información del {asOf}.',
    states: {
      open: [
        'pendiente',
        'Todavía no se ha confirmado ningún pago.',
        'Puede pagar hasta {expires?}.\nPague aquí: {link?}',
      ],
      closed: [
        'plazo de pago terminado',
        'Todavía no se ha confirmado ningún pago y el plazo para pagar ha terminado.',
        `Por favor, no pague ya con el enlace. ${proof.es}`,
      ],
      received: ['pagado', 'Hemos recibido su pago.', 'No tiene que hacer nada más.'],
      underpaid: [
        'pagado, menos de lo esperado',
        'Hemos recibido su pago; es inferior a los {expected} esperados.',
        difference.es,
      ],
      overpaid: [
        'pagado, más de lo esperado',
        'Hemos recibido su pago; es superior a los {expected} esperados.',
        difference.es,
      ],
      corrected: ['pagado, importe corregido', 'Hemos recibido su pago y se ha corregido su importe.', difference.es],
      expired: ['caducado', 'El plazo para pagar ha terminado y no se confirmó ningún pago.', again.es],
      canceled: ['cancelado', 'El pago se ha cancelado.', again.es],
      failed: [
        'no completado',
        'El pago no se ha podido completar por un motivo técnico.',
        'Por favor, no vuelva a pagar todavía; estamos consultando al servicio de pago y le responderemos.',
      ],
      checked: ['en revisión', 'Estamos comprobando este pago.', 'Le responderemos.'],
    },
  },
  fr: {
    head: 'Commande {order}, {ordered}\nPayé : {paid?}',
    foot: 'Situation au {asOf}.',
    states: {
      open: [
        'en attente',
        'Aucun paiement n’a encore été confirmé.',
        'Vous pouvez payer jusqu’au {expires?}.\nPayer ici : {link?}',
      ],
      closed: [
        'délai de paiement dépassé',
        'Aucun paiement n’a encore été confirmé et le délai de paiement est dépassé.',
        `Merci de ne plus payer avec le lien. ${proof.fr}`,
      ],
      received: ['payé', 'Votre paiement a bien été reçu.', 'Vous n’avez rien d’autre à faire.'],
      underpaid: [
        'payé, moins que prévu',
        'Votre paiement a bien été reçu ; il est inférieur aux {expected} attendus.',
        difference.fr,
      ],
      overpaid: [
        'payé, plus que prévu',
        'Votre paiement a bien été reçu ; il est supérieur aux {expected} attendus.',
        difference.fr,
      ],
      corrected: [
        'payé, montant corrigé',
        'Votre paiement a bien été reçu et son montant a été corrigé.',
        difference.fr,
      ],
      expired: ['expiré', 'Le délai de paiement est dépassé et aucun paiement n’a été confirmé.', again.fr],
      canceled: ['annulé', 'Le paiement a été annulé.', again.fr],
      failed: [
        'non abouti',
        'Le paiement n’a pas pu aboutir pour une raison technique.',
        'Merci de ne pas payer à nouveau pour le moment ; nous interrogeons le service de paiement et reviendrons vers vous.',
      ],
      checked: ['en cours de vérification', 'Nous vérifions ce paiement.', 'Nous reviendrons vers vous.'],
    },
  },
  pl: {
    head: 'Zamówienie {order}, {ordered}\nZapłacono: {paid?}',
    foot: 'Stan na {asOf}.',
    states: {
      open: [
        'oczekuje na płatność',
        'Nie ma jeszcze potwierdzonej płatności.',
        'Można zapłacić do {expires?}.\nLink do płatności: {link?}',
      ],
      closed: [
        'czas na płatność minął',
        'Nie ma jeszcze potwierdzonej płatności, a czas na jej wykonanie minął.',
        `Prosimy nie płacić już przez ten link. ${proof.pl}`,
      ],
      received: ['opłacone', 'Otrzymaliśmy płatność.', 'Nic więcej nie trzeba robić.'],
      underpaid: [
        'opłacone, mniej niż oczekiwano',
        'Otrzymaliśmy płatność; jest niższa niż oczekiwane {expected}.',
        difference.pl,
      ],
      overpaid: [
        'opłacone, więcej niż oczekiwano',
        'Otrzymaliśmy płatność; jest wyższa niż oczekiwane {expected}.',
        difference.pl,
      ],
      corrected: [
        'opłacone, kwota skorygowana',
        'Otrzymaliśmy płatność, a jej kwota została skorygowana.',
        difference.pl,
      ],
      expired: ['wygasło', 'Czas na płatność minął i żadna płatność nie została potwierdzona.', again.pl],
      canceled: ['anulowane', 'Płatność została anulowana.', again.pl],
      failed: [
        'niezakończone',
        'Płatność nie mogła zostać zakończona z przyczyn technicznych.',
        'Prosimy na razie nie płacić ponownie; pytamy operatora płatności i odezwiemy się ponownie.',
      ],
      checked: ['w trakcie sprawdzania', 'Sprawdzamy tę płatność.', 'Odezwiemy się ponownie.'],
    },
  },
  tr: {
    head: 'Sipariş {order}, {ordered}\nÖdenen: {paid?}',
    foot: 'Bilgi zamanı: {asOf}.',
    states: {
      open: [
        'ödeme bekleniyor',
        'Henüz onaylanmış bir ödeme yok.',
        'Son ödeme zamanı: {expires?}.\nÖdeme bağlantısı: {link?}',
      ],
      closed: [
        'ödeme süresi doldu',
        'Henüz onaylanmış bir ödeme yok ve ödeme süresi doldu.',
        `Lütfen artık bu bağlantıyla ödeme yapmayın. ${proof.tr}`,
      ],
      received: ['ödendi', 'Ödemeniz alındı.', 'Başka bir şey yapmanız gerekmiyor.'],
      underpaid: ['ödendi, beklenenden az', 'Ödemeniz alındı; beklenen tutardan ({expected}) az.', difference.tr],
      overpaid: ['ödendi, beklenenden fazla', 'Ödemeniz alındı; beklenen tutardan ({expected}) fazla.', difference.tr],
      corrected: ['ödendi, tutar düzeltildi', 'Ödemeniz alındı ve tutarı düzeltildi.', difference.tr],
      expired: ['süresi doldu', 'Ödeme süresi doldu ve hiçbir ödeme onaylanmadı.', again.tr],
      canceled: ['iptal edildi', 'Ödeme iptal edildi.', again.tr],
      failed: [
        'tamamlanamadı',
        'Ödeme teknik bir nedenle tamamlanamadı.',
        'Lütfen şimdilik yeniden ödeme yapmayın; ödeme hizmetine soruyoruz ve size geri döneceğiz.',
      ],
      checked: ['kontrol ediliyor', 'Bu ödemeyi kontrol ediyoruz.', 'Size geri döneceğiz.'],
    },
  },
};

const OF_LANGUAGES: Readonly<Partial<Record<AnswerLanguage, Texts>>> = TEXTS;

/** The word for {state}; null in a language without texts of our own. */
export function stateWord(language: AnswerLanguage, state: AnswerState): string | null {
  return OF_LANGUAGES[language]?.states[state][0] ?? null;
}

/** Null in a language without texts of our own. */
export function builtInAnswer(language: AnswerLanguage, state: AnswerState): string | null {
  const texts = OF_LANGUAGES[language];
  if (texts === undefined) return null;
  const [, standing, next] = texts.states[state];
  return [texts.head, standing, next, texts.foot].join('\n');
}
