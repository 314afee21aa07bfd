"""Games in which somebody was accused of what the sensors had hidden, each for a reason of its own.

They are played again by their name (`pegwatch.simulated.pairgame`): what was done in them is known.
"""

from __future__ import annotations

import re

import pytest
from samples import met_by_few, sample
from tables import CRIB, CUT, PLAY, Table

from cribbage.log.events import Event
from cribbage.log.logreader import LogReader
from cribbage.profiles import PROFILES
from cribbage.replay.explanation import explain_verdicts
from cribbage.worlds.referee import Referee
from pegwatch.simulated.blind import KINDS
from pegwatch.simulated.pairgame import named, play_game

ONCE_ACCUSED = {
    "7.2.b each of the cards that came to light together was laid in its turn": (
        "many hoyle/2/61 plain honest 71339: read after its peg + unread, then told late"
    ),
    "8.3 a total tapped late lets go of no peg that its player still holds": (
        "many hoyle/2/61 plain honest 71132: unread + read after its peg + words tapped late"
    ),
    "8.3 what was pegged before the camera told all again was not seen": (
        "rules acc-2025/2 plain honest 81112: camera covered + words not tapped"
    ),
    "10.4.a what an unverified move may have pegged was not missed": (
        "rules hoyle/2 muggins crooked 81012: board stopped + read after its peg + place hidden"
    ),
    "10.4.a the word is tapped after its peg, and a hand was pegged since": (
        "rules hoyle/2 muggins crooked 81019: told late + words tapped late"
    ),
    "10.4.a fewer may be called than were missed": (
        "rules acc-2025/2 muggins crooked 81026: dead holes + words not tapped"
    ),
    "10.4.a fewer of a hand said to be worth nothing": (
        "rules hoyle/2 muggins crooked 81070: unread + words not tapped"
    ),
    "8.4.c where histories differ so many at least were too many": (
        "rules hoyle/2 muggins crooked 81074: read late + sticking contacts + unread, then told late"
    ),
    "10.4.a a word that names the peg before it is not too late": (
        "rules acc-2025/2 muggins crooked 81136: "
        "read after its peg + hand on the cards + place hidden + words tapped late"
    ),
    "10.4.a more were called than missed, and just those were pegged": (
        "rules acc-2025/2 muggins crooked 83040: read after its peg + words tapped late"
    ),
    "10.4.a a wrong call may have been right where nobody saw it, and cost its caller": (
        "rules acc-2020/2 muggins crooked 83245: camera covered + read after its peg + track stopped"
    ),
    "10.4.a what is pegged for a wrong call may stand before the word is tapped": (
        "rules acc-2025/2 muggins crooked 87011: dead holes + words tapped late"
    ),
    "10.4.a what is pegged for a wrong call that nobody tapped is not verified": (
        "rules acc-2020/2 muggins crooked 88010: index hidden + dead holes + words not tapped"
    ),
    "10.4.a no call is refused while the peg it is about is in the air": (
        "rules acc-2025/2 muggins crooked 87062: read late + dead holes"
    ),
    "10.4.a nobody misses points whose track is not followed": (
        "rules acc-2025/2 muggins crooked 83064: dead holes + track stopped"
    ),
    "9.2.a a total tapped after its own peg is not the partner's": (
        "many acc-2025/4 muggins crooked 71117: unread, then told late + words tapped late"
    ),
    "8.4.c points that wait go back before the last card": (
        "many hoyle/2 muggins crooked 71448: camera covered + told late"
    ),
    "7.1.b whose first card was told first has not led for certain": (
        "rules alberta-55plus/2 plain crooked 81141: hand on the cards + unread, then told late"
    ),
    "7.1.b of two cards told late the second shows that the first was laid in turn": (
        "rules acc-2020/2 muggins honest 95002: bridged contacts + unread, then told late + words tapped late"
    ),
    "7.1.b a card where the crib is hidden may be the next deal's": (
        "rules hoyle/2 plain honest 88102: sticking contacts + place hidden"
    ),
    "7.1.e a fault of the board is no act that leaves a card lying": (
        "rules acc-2025/2 muggins crooked 87105: board stopped + place hidden"
    ),
    "7.1.e a card too high may have gone back under the arm that hides its place": (
        "rules acc-2020/2 plain crooked 96128: sticking contacts + order lost"
    ),
    "10.4.d a hand given up aloud is called before the caller counts their own": (
        "rules acc-2020/2 muggins crooked 96015: words not tapped + words tapped late"
    ),
    "6.3 the heels may have been pegged before the starter was read": (
        "rules hoyle/2 plain crooked 83185: "
        "read late + dead holes + unread, then told late + place hidden + words not tapped"
    ),
    "8.5.c a rear peg that nobody saw go up may be put back": (
        "rules acc-2025/2 plain crooked 83148: camera covered + unread, then told late"
    ),
    "7.3 a go pegged unseen may have ended the series": (
        "rules acc-2020/2 plain crooked 83133: index hidden + sticking contacts"
    ),
    "7.3 so it may by a move that was not verified": (
        "rules acc-2020/2 plain crooked 85092: told late + sticking contacts"
    ),
    "7.2.b a card just laid may have followed one that is told later, in every history": (
        "rules acc-2020/2 muggins honest 83058: camera covered + bridged contacts + unread, then told late"
        " + track stopped + words not tapped"
    ),
    "4.5.b what is told late, by a camera that is covered by now, lay there before it was": (
        "rules acc-2020/2 plain honest 103093: index hidden + camera covered + unread, then told late"
    ),
    "4.1 another starter begins the next deal, though an arm lies over one of the places": (
        "many alberta-55plus/4 plain honest 102264: unread + dead holes + sticking contacts + place hidden"
        " + track stopped"
    ),
    "4.5.b after the ruling another starter begins the deal again": (
        "rules alberta-55plus/2 plain crooked 85084: hand on the cards + bridged contacts"
    ),
    "8.4.c points called for aloud, then the hand, are no overpeg of that hand": (
        "many hoyle/2/five-card muggins crooked 200325: order lost + words not tapped"
    ),
    "10.4.a no call is refused about a deal in which points may be lacking": (
        "many acc-2025/4/canadian muggins crooked 200348: "
        "index hidden + hand on the cards + told late + unread, then told late + words tapped late"
    ),
    "8.3 more than the deal lacks is missed by nobody": (
        "many acc-2025/4/canadian muggins crooked 200429: dead holes + bridged contacts"
    ),
    "8.4 a card told late lets go of no peg": "many hoyle/3 muggins honest 200696: told late + track stopped",
    "8.4.c what is no more than was earned in the deal is not too many": (
        "rules acc-2020/2 plain crooked 118415: told late + place hidden"
    ),
    "8.5 a peg that goes unseen between two bad contacts leaves the front one where it was": (
        "rules acc-2025/2 plain crooked 118284: dead holes + sticking contacts"
    ),
    "8.4.c what shows only in the next deal was pegged in the one before": (
        "rules corporate-challenge/2 plain honest 301213: "
        "read late + dead holes + sticking contacts + place hidden + words tapped late"
    ),
    "8.3 nothing that moved is missed where a contact of the board has lied": (
        "rules corporate-challenge/2 plain honest 300562: dead holes + sticking contacts + unread, then told late"
    ),
    "9.2 whose crib it is is not known where the lead was odd": (
        "rules alberta-55plus/2 plain crooked 301008: index hidden + place hidden"
    ),
    "10.4.a a hand pegged since is no call": "many acc-2020/2 muggins crooked 301554: index hidden + order lost",
    "8.4.c all of one score, though others were pegged short": (
        "many acc-2025/2 muggins crooked 300372: "
        "index hidden + board stopped + told late + track stopped + order lost"
    ),
    "6.3 a starter turned when all other cards are gone is the next deal's": (
        "rules corporate-challenge/2 plain crooked 83087: place hidden + order lost"
    ),
    "9.2 a partner's hand that is worth nothing may be what too much was pegged for": (
        "many corporate-challenge/4 plain crooked 110181: read late + told late"
    ),
    "9.2 and no out of turn is made of it": (
        "many acc-2025/4/canadian muggins crooked 102111: sticking contacts + track stopped"
    ),
    "7.2.b what a history has just found is held against nobody before a card can be told no more": (
        "rules acc-2020/2 muggins crooked 112409: read after its peg + sticking contacts"
    ),
    "4.1 a card that is none of a deal whose hands were shown whole begins the next one": (
        "rules alberta-55plus/2 plain honest 113187: place hidden + order lost + words not tapped"
    ),
    "9.2.e what its dealer pegged unverified before the crib was seen may have been for the crib": (
        "rules hoyle/2 plain honest 114207: dead holes + place hidden"
    ),
    "8.3 out of a contact that sticks into a dead hole a peg goes unseen": (
        "table acc-2025/2 muggins honest 114068: dead holes + sticking contacts"
    ),
    "8.4.c(1) a peg may be for an error of the opponent while their track was not followed": (
        "rules alberta-55plus/2 plain crooked 115187: track stopped + words not tapped"
    ),
    "7.2 what waits for the starter may be for the card that the pone has just laid": (
        "rules alberta-55plus/2 plain crooked 115949: read after its peg + track stopped"
    ),
    "7.1.e a card that has gone back shows no go before its player's opponent has played on": (
        "rules hoyle/2 plain crooked 115968: read late + read after its peg + place hidden"
    ),
    "4.1 the same card is turned again in the next deal": (
        "many hoyle/3/61 plain crooked 117750: sticking contacts + place hidden"
    ),
    "10.4.a what is pegged for a crib under an arm makes no earlier peg a call": (
        "many hoyle/4/61 muggins honest 117769: place hidden + words tapped late"
    ),
    "8.4.c an overpeg in a dead hole was called and put back unseen": (
        "many acc-2020/2 plain crooked 302162: dead holes + words not tapped"
    ),
    "8.5 where the front peg stood is not known on a board whose contacts lie": (
        "many acc-2025/4 muggins honest 303113: "
        "read late + camera covered + dead holes + sticking contacts + order lost"
    ),
    "8.5 a peg that is up while the other one pegs stands in a dead hole": (
        "rules acc-2025/2 plain crooked 306379: dead holes + words tapped late"
    ),
    "8.4.c a peg that was not verified may be what was called for": (
        "table acc-2020/2 plain crooked 307305: index hidden + place hidden + words tapped late"
    ),
    "8.4.c of more than a silent contact explains the rest is too many": (
        "many hoyle/3 muggins crooked 307671: read after its peg + dead holes + sticking contacts"
    ),
    "10.4.a nor has anybody missed a crib that was just turned up": (
        "many hoyle/3 muggins crooked 307798: read late + words tapped late"
    ),
    "9.2.c nobody is passed whose own peg may have gone unseen": (
        "rules acc-2025/2 plain crooked 310646: read late + dead holes"
    ),
    "7.2.b what was missed and is pegged with the next score was pegged unseen": (
        "many acc-2025/2 muggins honest 311664: "
        "unread + read after its peg + dead holes + sticking contacts + order lost"
    ),
    "6.3.c a pair missed, or his heels, nobody knows which": (
        "rules acc-2025/2 plain crooked 310838: read after its peg + order lost"
    ),
    "7.2.b a last card missed, or points of a hand": (
        "many acc-2025/4 plain crooked 303102: told late + unread, then told late"
    ),
    "6.3 nor heels pegged while the starter was hidden for long": (
        "rules alberta-55plus/2 plain crooked 321327: told late + place hidden"
    ),
    "10.4.a fewer may be called than were missed, and the word tapped after their peg": (
        "rules acc-2020/2 muggins crooked 321493: unread, then told late + words tapped late"
    ),
    "6.3 nor his heels": (
        "many corporate-challenge/4 plain crooked 308843: unread, then told late + order lost"
    ),
    "8.4.c what a challenge that fits nothing is about was put into a dead hole": (
        "many acc-2020/2 plain crooked 353027: dead holes + words tapped late"
    ),
    "8.4.c of several pegs set unseen nobody knows which was short": (
        "many corporate-challenge/2 plain crooked 353555: told late + dead holes"
    ),
    "9.2 who was seen to lead after a deal that may have been missed is perhaps the dealer": (
        "rules alberta-55plus/2 plain crooked 352620: "
        "index hidden + camera covered + read after its peg + hand on the cards + place hidden"
    ),
    "10.4.a no call is refused where a contact is bridged": (
        "many acc-2020/2 muggins crooked 353448: bridged contacts + words tapped late"
    ),
    "8.8 two pegs side by side may be one over a bridged contact": (
        "table corporate-challenge/2 plain crooked 370837: dead holes + bridged contacts"
    ),
    "10.4.a nor where nobody has seen the hand": (
        "rules hoyle/2 muggins crooked 360364: board stopped + bridged contacts + order lost"
    ),
    "6.3 his heels in the deal after one that was led oddly may be the other's": (
        "rules alberta-55plus/2 plain honest 330106: index hidden + hand on the cards"
    ),
    "7.1.d cards taken up where the starter is not seen may be of a play that goes on": (
        "rules alberta-55plus/2 plain crooked 330264: camera covered + words not tapped"
    ),
    "7.3 who says go has seen a card that comes to light with others": (
        "many acc-2020/2 plain crooked 320370: "
        "camera covered + read after its peg + told late + unread, then told late"
    ),
    "8.4.c(1) what was pegged for another's points too many is no hand pegged short": (
        "rules acc-2020/2 muggins crooked 312253: read late + dead holes + words not tapped"
    ),
    "10.4.a none said of a hand is not said of the crib": (
        "many acc-2025/2 muggins crooked 305306: "
        "camera covered + dead holes + sticking contacts + words tapped late"
    ),
    "6.3.c his heels or the points of his card, nobody knows which": (
        "rules acc-2025/2 plain crooked 305624: read after its peg + dead holes + words tapped late"
    ),
    "9.2.d a score may have been accepted before what was pegged too much": (
        "many acc-2025/2 plain crooked 307222: order lost + words tapped late"
    ),
    "4.1 nobody misses the crib of a deal that the other may deal": (
        "rules alberta-55plus/2 plain honest 308403: "
        "index hidden + camera covered + told late + words not tapped"
    ),
    "10.4.a what was pegged for one hand may be too little for the partner's": (
        "many hoyle/4/61 muggins crooked 308519: read after its peg + told late"
    ),
    "8.3 nobody pegs beyond the game hole": (
        "many acc-2025/2 plain crooked 303730: unread + place hidden + track stopped"
    ),
    "7.2 a go may have been pegged unseen": (
        "rules acc-2020/2 muggins crooked 302952: board stopped + dead holes + place hidden"
    ),
    "6.3 two for his heels of a starter that could not be read": (
        "many acc-2025/4 plain honest 302455: place hidden + order lost"
    ),
    "8.4.c(1) the fingers slip on what is pegged for a challenge whose word is late": (
        "many acc-2025/4 plain crooked 301281: "
        "board stopped + hand on the cards + unread, then told late + place hidden + words tapped late"
    ),
    "10.4.a points that may have been pegged unseen are not called": (
        "rules acc-2025/2 muggins crooked 81092: index hidden + dead holes"
    ),
    "10.4.a the peg for a call waits for another hand when it is called": (
        "many acc-2025/4/canadian muggins crooked 71514: sticking contacts + words tapped late"
    ),
    "10.4.a a partner's hand may have been short where a later one was pegged": (
        "many hoyle/4 muggins crooked 71116: board stopped + sticking contacts + words tapped late"
    ),
    "7.1.e a card too high has gone back where one card less can be counted": (
        "rules hoyle/2 muggins crooked 81177: unread, then told late + place hidden"
    ),
    "8.8 nobody misses points while a peg seems to stand in the other track": (
        "rules corporate-challenge/2 plain crooked 110128: read late + board stopped + hand on the cards"
        " + dead holes + bridged contacts"
    ),
    "10.4.d the word that gave up a hand may be tapped after the call": (
        "rules acc-2025/2 muggins crooked 110081: camera covered + words tapped late"
    ),
    "10.4.d a hand may have been given up aloud before the call, and tapped by nobody": (
        "rules acc-2025/2 muggins crooked 112481: read after its peg + place hidden + words not tapped"
    ),
    "10.4.a no call is refused while it is not known whether the play is over": (
        "rules acc-2025/2 muggins crooked 112380: index hidden + words tapped late"
    ),
    "8.3 a hand may have been pegged unseen where a contact has stuck": (
        "table acc-2020/2 plain crooked 96207: dead holes + sticking contacts + bridged contacts + order lost"
    ),
    "10.4.a what the dealer pegs for a call whose word is late does not wait for the crib": (
        "rules acc-2025/2 muggins crooked 115571: dead holes + words tapped late"
    ),
    "10.4.a after a call whose word is late the hand was pegged for itself": (
        "many acc-2025/2 muggins crooked 116133: unread, then told late + words tapped late"
    ),
    "6.3 two for his heels where the next starter was not seen": (
        "rules acc-2025/2 plain crooked 117089: place hidden + words tapped late"
    ),
    "8.3 a penalty is no penalty for certain where a card of as many points is told late": (
        "rules acc-2025/2 plain crooked 341023: read after its peg + told late"
    ),
    "8.3 who pegs as much as the other side missed may have called for it, and keeps the hand": (
        "many acc-2025/4 muggins crooked 341020: board stopped + words not tapped"
    ),
    "9.2.c a hand pegged short, just as much as the partner's is worth, was not passed over": (
        "many acc-2025/4 plain crooked 341458: told late + words not tapped"
    ),
    "8.5.a(2) a front peg that goes back to where it came from may have been too far": (
        "many acc-2025/4 muggins crooked 351004: unread, then told late + words not tapped"
    ),
    "10.4.a of a hand that was pegged unseen any part may have been missed": (
        "rules acc-2025/2 muggins crooked 352540: "
        "dead holes + place hidden + words not tapped + words tapped late"
    ),
    "8.5.a(3) a front peg that came as far as all its scores was not taken out": (
        "many acc-2020/2 muggins crooked 341398: "
        "index hidden + read after its peg + dead holes + sticking contacts + words tapped late"
    ),
    "7.2.b nobody misses by a peg what is earned after it": (
        "many acc-2025/4/canadian plain crooked 400946: read late + board stopped"
    ),
    "10.4.a fewer than the hand said to be worth nothing is no part of one's own": (
        "rules hoyle/2 muggins crooked 401350: unread + words not tapped"
    ),
    "10.4.a who may deal may peg a crib that is worth as much as was missed": (
        "rules hoyle/2 muggins crooked 404748: unread + track stopped"
    ),
    "10.4.a what was pegged before its card was read was not missed": (
        "rules acc-2020/2 muggins crooked 404441: "
        "camera covered + board stopped + read after its peg + track stopped"
    ),
    "10.4.a who holds nothing has counted, and may call before the word is tapped": (
        "rules hoyle/2 muggins crooked 404951: "
        "read after its peg + dead holes + unread, then told late + words not tapped + words tapped late"
    ),
    "9.2.d what moved from a stuck contact into a dead one shows when the peg moves again": (
        "many hoyle/3/61 plain honest 405826: dead holes + sticking contacts + words tapped late"
    ),
    "9.2.d the same of a crib, where both pegs are out of sight then": (
        "many corporate-challenge/4 plain crooked 410004: dead holes + sticking contacts"
    ),
    "4.5.b a starter read when all hands have been taken up may be the next deal's": (
        "many hoyle/2 plain honest 407322: "
        "unread + index hidden + camera covered + sticking contacts + words not tapped"
    ),
    "8.4.c a peg over a bridged contact was set too far, and went back for a call": (
        "many alberta-55plus/2 plain crooked 408063: "
        "index hidden + read after its peg + bridged contacts + words not tapped"
    ),
    "10.4.a one of two moves before the crib was for the hand, the other for a call": (
        "rules acc-2025/2 muggins crooked 404290: told late + words not tapped"
    ),
    "8.4.c a peg taken up again from a bridged contact may have been called": (
        "many acc-2020/2 muggins crooked 413025: told late + dead holes + bridged contacts + words not tapped"
    ),
    "8.5.a a front peg that was taken out is no short peg": (
        "rules acc-2025/2 muggins crooked 410642: board stopped + read after its peg"
    ),
    "7.2 a card that makes thirty-one may have opened a series, where the go before was pegged unseen": (
        "rules acc-2020/2 plain crooked 440766: place hidden + track stopped"
    ),
    "7.1.b the first card told was not led, where another place could not be read": (
        "rules acc-2020/2 muggins crooked 441035: index hidden + unread, then told late + order lost"
    ),
    "7.1.b cards read when the camera sees again are the next deal's, and some of them turned over": (
        "rules alberta-55plus/2 plain honest 441458: unread + camera covered"
    ),
    "4.4 a fifth card beside a place that is hidden may be the next deal's": (
        "many alberta-55plus/2 plain honest 444867: unread + place hidden"
    ),
    "7.1.e what a card just laid makes of the order hangs on what is told next": (
        "rules hoyle/2 plain honest 444956: read late + unread, then told late + order lost"
    ),
    "10.4.a no call is upheld while the front peg is nowhere to be seen": (
        "rules acc-2020/2 muggins crooked 445028: index hidden + dead holes"
    ),
    "10.4.a a call is right for what was missed in every order of the cards": (
        "rules acc-2020/2 muggins crooked 447535: told late + place hidden"
    ),
    "7.1.e a card laid while a go is pegged, perhaps into a dead hole, is none over thirty-one": (
        "table corporate-challenge/2 plain crooked 450940: dead holes + sticking contacts"
    ),
    "9.2.c what seems the partner's hand, too soon, may be one's own where muggins was said aloud before": (
        "many acc-2025/4/canadian muggins crooked 452773: read late + words not tapped"
    ),
    "4.5.b a starter that is perhaps the next deal's lies beside none of this one's cards": (
        "many hoyle/3 plain crooked 452320: "
        "camera covered + dead holes + bridged contacts + place hidden + order lost"
    ),
    "10.4.a points too many that are just what an opponent missed are a call": (
        "table hoyle/2 muggins crooked 452815: read after its peg + told late"
    ),
    "7.3 of cards that came to light together one was laid before the go that was pegged": (
        "many acc-2025/2 muggins honest 455966: told late + unread, then told late"
    ),
    "7.3 a go said aloud, then pegged, while the card before it could not be read": (
        "many acc-2025/2 plain crooked 455085: hand on the cards + sticking contacts + unread, then told late"
    ),
    "7.2 four cards that came to light together were laid each in its turn": (
        "rules acc-2020/2 muggins honest 476010: unread + unread, then told late"
    ),
    "8.3 what comes out of a dead hole comes from nobody knows where": (
        "rules acc-2020/2 plain crooked 456108: dead holes + sticking contacts"
    ),
    "8.5.b another fault by the same move acquits of this one": (
        "rules acc-2025/2 plain crooked 476251: bridged contacts + unread, then told late"
    ),
    "8.4.c two pegs that both went and stand side by side are one over a bridged contact": (
        "many alberta-55plus/4 plain honest 476344: "
        "dead holes + sticking contacts + bridged contacts + unread, then told late"
    ),
    "8.3 a peg that was up for long may have stood in a dead hole for another score": (
        "many alberta-55plus/2 plain crooked 475590: read late + told late + dead holes + sticking contacts"
    ),
    "11.1 a history in which the game was over ends where cards of another deal are seen": (
        "many acc-2020/2 muggins crooked 457840: board stopped + unread, then told late"
    ),
    "8.7 a peg that was gone for long before another came stands in a dead hole": (
        "many acc-2025/4/canadian muggins honest 457604: dead holes + sticking contacts"
    ),
    "7.1.b cards of the next deal beside one that both deals hold": (
        "rules corporate-challenge/2 plain honest 459002: unread + camera covered"
    ),
    "11.3 a card that nobody read, and is gone, may have won the game": (
        "many hoyle/4 plain crooked 479119: place hidden + order lost"
    ),
    "10.4.a a peg that is taken for a call may be for the hand, where the word before it was late": (
        "rules acc-2020/2 muggins crooked 454853: board stopped + words tapped late"
    ),
    "8.3 what is lacking of the crib may be pegged while its track has stopped": (
        "many acc-2020/2 muggins crooked 458839: sticking contacts + track stopped"
    ),
    "4.1 a starter of the deal before that something hid has not been turned again": (
        "many hoyle/2 muggins honest 510086: hand on the cards + place hidden"
    ),
    "4.1 nor has one that is taken up later": (
        "many corporate-challenge/2 plain honest 513996: "
        "hand on the cards + place hidden + order lost + words not tapped + words tapped late"
    ),
    "9.2 nobody is passed where the other side may deal": (
        "rules acc-2020/2 muggins crooked 513070: unread + index hidden + hand on the cards + place hidden"
    ),
    "8.8 what came down in a track may be the peg that is in no hole of the other": (
        "rules alberta-55plus/2 plain crooked 515404: dead holes + sticking contacts"
    ),
    "9.2 what is a part of the crib and of the hand was for the hand, where the crib was hidden": (
        "table acc-2025/2 plain crooked 517226: place hidden + words not tapped + words tapped late"
    ),
    "9.2 just the crib is not too many where it may have been turned up after a peg for hand and crib": (
        "table alberta-55plus/2 plain crooked 502233: unread, then told late + place hidden"
    ),
    "10.4.a more may have been missed than as told, so a call for more is not wrong": (
        "many hoyle/2 muggins crooked 518100: read after its peg + place hidden"
    ),
    "9.2.d a contact that sticks shows itself in the next deal, before anything else moves": (
        "table acc-2025/2 plain crooked 580276: dead holes + sticking contacts"
    ),
    "7.2.b a peg of which nobody saw what it was for may be the last card's, told just after it": (
        "table hoyle/2 plain crooked 600498: board stopped + read after its peg"
    ),
    "7.2.a a card after a peg of which nobody saw what it was for may begin a series": (
        "rules acc-2020/2 plain crooked 601148: "
        "camera covered + board stopped + hand on the cards + dead holes"
    ),
    "6.3 just his heels are not too many where the other side has pegged none": (
        "rules alberta-55plus/2 plain crooked 604589: "
        "told late + place hidden + track stopped + words not tapped + words tapped late"
    ),
    "9.2.c what goes back of too many is no count out of order": (
        "table acc-2020/2 plain crooked 604149: index hidden + sticking contacts"
    ),
    "8.5 after a peg that went back for nobody knows what the next one may too": (
        "table hoyle/2 muggins crooked 604317: board stopped + words tapped late"
    ),
    "8.4.c what went into a dead hole shows with the go that follows": (
        "rules acc-2025/2 plain crooked 511312: read late + hand on the cards + dead holes + sticking contacts"
    ),
    "7.4 a whole hand that comes to light at once was laid in any order": (
        "many acc-2025/2 plain honest 620419: unread, then told late + order lost"
    ),
    "10.2 what seems pegged short may have been pegged, and then pegged backward": (
        "rules acc-2020/2 muggins crooked 641503: dead holes + sticking contacts + bridged contacts"
    ),
    "8.5.a the rear peg went from a stuck contact into a dead one ahead, and then moved on": (
        "many acc-2025/2 plain crooked 448220: dead holes + sticking contacts"
    ),
    "8.4.c a peg that went back after it was accepted may have been called for before": (
        "many acc-2020/2 plain crooked 454510: order lost + words tapped late"
    ),
    "9.2.e what is pegged beside an open penalty may be for a crib under an arm": (
        "rules acc-2020/2 plain crooked 660662: sticking contacts + place hidden"
    ),
    "10.4.a what is just missed, and not due yet as one's own, is a call": (
        "many acc-2025/4/canadian muggins crooked 662671: read after its peg + words not tapped"
    ),
    "4.4 a crib turned up shows no wrong count where cards may have been laid unseen": (
        "rules alberta-55plus/2 plain honest 662804: read after its peg + place hidden"
    ),
    "6.3 the same card is turned again after a crib that nobody read": (
        "many corporate-challenge/2 plain honest 702913: board stopped + place hidden"
    ),
    "8.3 a contact that shows itself just after the next move takes back what seemed missed": (
        "table acc-2020/2 muggins crooked 667229: read late + board stopped + dead holes + sticking contacts"
    ),
    "10.4.a what was missed of a crib that something hides may be called": (
        "many hoyle/2 muggins crooked 670221: "
        "read late + board stopped + dead holes + place hidden + words not tapped"
    ),
    "10.4.a fewer than were given up may be called before a hand worth nothing": (
        "rules hoyle/2 muggins crooked 670509: read late + words not tapped"
    ),
    "8.4.c.1 what went back over a dead hole may have been challenged": (
        "many acc-2020/2 plain crooked 670736: bridged contacts + words tapped late"
    ),
    "8.4.c a peg that was right is not said to be too many for one that was": (
        "rules corporate-challenge/2 plain crooked 678257: read late + unread, then told late"
    ),
    "8.8 a peg that goes from the wrong track into a dead hole hides no other moves": (
        "rules acc-2025/2 muggins crooked 678471: dead holes + place hidden"
    ),
    "8.3 the fewest that were missed in any order are missed for certain": (
        "rules alberta-55plus/2 plain crooked 670765: unread + order lost"
    ),
    "10.4.d nothing is said over the crib of the crib where the hand is worth nothing": (
        "rules hoyle/2 muggins crooked 810134: bridged contacts + order lost"
    ),
    "7.2 a card of the pone's last hand may be dealt to the pone again": (
        "rules hoyle/2 muggins honest 884963: unread + place hidden"
    ),
    "7.2 a card of the dealer's last hand may be dealt to the other player": (
        "rules acc-2020/2 plain honest 892553: unread, then told late + place hidden"
    ),
    "7.2 what nobody can read where a hand was taken up may be led": (
        "rules hoyle/2 plain crooked 892851: unread + place hidden"
    ),
    "7.2 a card turned over unread may have ended its series": (
        "rules alberta-55plus/2 plain honest 889561: unread + told late + dead holes + bridged contacts"
        " + place hidden"
    ),
    "10.4.a who pegged a hand in the deal before has not pegged this one": (
        "rules hoyle/2 muggins crooked 890312: camera covered + words not tapped"
    ),
    "8.9 a go that is pegged by itself was in no peg before it": (
        "crowd acc-2025/4/canadian plain crooked 920299: board stopped + read after its peg + place hidden"
    ),
    "8.3 a peg that is asked for is in a dead hole, and others may be": (
        "rules corporate-challenge/2 plain honest 895946: "
        "hand on the cards + dead holes + sticking contacts + unread, then told late + words tapped late"
    ),
    "8.4.c beside what went into a dead hole not every score of its own was pegged": (
        "rules alberta-55plus/2 plain crooked 883148: dead holes + sticking contacts"
    ),
    "10.4.a no call is refused before the peg that it is tapped after is judged": (
        "rules acc-2020/2 muggins crooked 882790: "
        "camera covered + sticking contacts + words not tapped + words tapped late"
    ),
    "9.2.d a challenge does not settle what a late word accepted": (
        "many acc-2020/2 plain crooked 889821: "
        "camera covered + told late + unread, then told late + words tapped late"
    ),
    "4.5.b a card read before something hid its place may be the last deal's": (
        "rules acc-2025/2 muggins honest 892705: "
        "unread + board stopped + place hidden + track stopped + words not tapped"
    ),
    "6.3.c heels pegged before the starter was read are not forfeited": (
        "rules acc-2020/2 muggins honest 894057: place hidden + words tapped late"
    ),
    "8.9 a fixed award does not tell how many were too many": (
        "table alberta-55plus/2 plain crooked 968011: told late + words tapped late"
    ),
    "7.3 when it is judged again nobody knows more of who deals than before": (
        "many acc-2025/4 muggins honest 968171: unread, then told late + order lost"
    ),
    "8.4.a with the crib open it is the crib that is claimed for the game": (
        "many acc-2020/2 muggins crooked 973134: camera covered + track stopped"
    ),
    "7.1 where a place was hidden no order of the cards is odd": (
        "rules acc-2025/2 plain honest 973349: "
        "unread + sticking contacts + unread, then told late + words tapped late"
    ),
    "8.4.a a false claim by the crib follows a hand pegged short": (
        "table acc-2020/2 muggins crooked 974453: "
        "read after its peg + told late + sticking contacts + bridged contacts + place hidden"
    ),
    "7.1 that a card was taken back may be told late": (
        "rules alberta-55plus/2 plain crooked 975263: "
        "unread + camera covered + unread, then told late + place hidden"
    ),
    "8.5.c a rear peg moved where pegs had to go back may return": (
        "rules acc-2020/2 plain crooked 976125: camera covered + place hidden"
    ),
    "10.4.a no call is pegged with the last card before the hand is counted": (
        "many hoyle/2/61 muggins crooked 978032: camera covered + words not tapped"
    ),
    "10.4.a what may be for a crib that cannot be read is no call": (
        "rules hoyle/2 muggins crooked 979368: index hidden + board stopped"
    ),
    "9.2.c a peg lifted a moment ago has not been pegged unseen": (
        "many acc-2025/4 plain crooked 1000223: read after its peg + words not tapped"
    ),
    "8.8 what comes down while a peg of the other track is up may be that one": (
        "rules acc-2025/2 muggins crooked 1001878: dead holes + unread, then told late"
    ),
    "8.3 from a stuck contact into a dead one a peg comes unseen": (
        "table alberta-55plus/2 plain crooked 1004188: dead holes + sticking contacts"
    ),
    "7.1 what was read as the deal before makes no order odd": (
        "rules acc-2025/2 plain honest 1008697: unread, then told late + place hidden"
    ),
    "7.1 nor do cards read before a starter that was hidden": (
        "rules corporate-challenge/2 plain crooked 1011673: board stopped + unread, then told late"
        " + place hidden + track stopped + words tapped late"
    ),
    "8.4.c over an open crib what is worth the hand may be too many for the crib": (
        "table acc-2020/2 plain crooked 1040340: read after its peg + place hidden"
    ),
    "6.1 a starter that was hidden may be told after the first card": (
        "rules hoyle/2 plain honest 1041332: told late + place hidden + words not tapped"
    ),
    "7.2.b how far a peg was moved from a dead hole, where it stood while cards were laid, is not known": (
        "many acc-2020/2 muggins crooked 1081650: "
        "read after its peg + dead holes + bridged contacts + words tapped late"
    ),
    "8.4.d what lies unread when a starter is read late is of the next deal": (
        "rules corporate-challenge/2 plain crooked 1112574: "
        "index hidden + told late + sticking contacts + place hidden + order lost"
    ),
    "10.4.a what went for a peg that was perhaps muggins is no peg backward": (
        "crowd acc-2025/4 muggins crooked 1132041: sticking contacts + words not tapped"
    ),
    "10.4.a two hands of a side and a call are all worth the same": (
        "many acc-2025/4 muggins crooked 1132796: camera covered + hand on the cards + words not tapped"
    ),
    "7.2.b a lead may be none where a go was perhaps pegged unseen": (
        "crowd acc-2025/4 plain crooked 1138796: board stopped + words not tapped"
    ),
    "8.4.c all cards were taken up when the camera was covered": (
        "rules acc-2025/2 muggins crooked 1141913: camera covered + words tapped late"
    ),
    "8.4.c(2) what was pegged last is undone, by chance into the right hole": (
        "table corporate-challenge/2 plain crooked 1142353: hand on the cards + words not tapped"
    ),
    "13 what was pegged last is undone, by chance into the right hole": (
        "table alberta-55plus/2 plain crooked 1143601: sticking contacts + words not tapped"
    ),
    "8.4.c(2) what was pegged last is undone, and the order of the cards is lost": (
        "table corporate-challenge/2 plain crooked 1113003: "
        "read late + index hidden + camera covered + order lost + words tapped late"
    ),
    "13 a peg that was long up may have been called and put right": (
        "table alberta-55plus/2 plain crooked 1120066: dead holes + words not tapped"
    ),
    "8.3 a dead hole shows itself with the next peg, a deal later": (
        "table acc-2025/2 plain honest 1152156: dead holes + sticking contacts"
    ),
    "8.4.c(1) a challenge of what waited, answered as it goes back": (
        "crowd acc-2020/2 plain crooked 1163561: hand on the cards + told late"
    ),
    "6.1.d a starter that is taken up and comes back unread": (
        "many corporate-challenge/2 plain honest 1163940: "
        "place hidden + track stopped + order lost + words not tapped"
    ),
    "9.2 one peg for nothing, and then each partner's hand in its turn": (
        "crowd alberta-55plus/4 plain crooked 1161733: read late + told late"
    ),
    "10.4.a a call of a deal in which not every history was tried": (
        "rules acc-2025/2 muggins crooked 1194117: unread + unread, then told late + words tapped late"
    ),
    "8.4.b a peg pegs on out of a dead hole from where the front peg was sent back": (
        "rules acc-2025/2 plain crooked 1197774: read late + dead holes"
    ),
    "8.4.b what is pegged on so, and the false claim after it": (
        "rules acc-2025/2 plain crooked 1113207: told late + dead holes + place hidden + words not tapped"
    ),
    "8.3 both pegs past the front one, out of a dead hole, where pegs have no faults": (
        "table hoyle/2 muggins crooked 1214297: dead holes + words not tapped"
    ),
    "7.2.b after a go that was pegged where nobody sees it is not known what the cards of a series make": (
        "rules acc-2025/2 muggins crooked 1228076: track stopped + words tapped late"
    ),
    "7.2.b what was pegged from a stuck contact into a dead hole shows when the front peg moves": (
        "crowd acc-2025/4/canadian plain crooked 1229540: dead holes + sticking contacts"
    ),
    "4.5.b from a place that cannot be read its cards may have been taken up": (
        "rules corporate-challenge/2 plain crooked 1240111: "
        "camera covered + hand on the cards + sticking contacts"
    ),
    "8.4.c hands that cannot be read after the camera was covered may be the next deal's": (
        "rules hoyle/2 plain honest 1240306: unread + camera covered + track stopped"
    ),
    "8.4.c a challenge goes on with a move that waits for something else once a card has come": (
        "many hoyle/2 muggins crooked 1250301: "
        "read after its peg + told late + unread, then told late + track stopped"
    ),
    "9.2 what is pegged once the crib was taken up and the camera covered counts no hand": (
        "rules acc-2025/2 muggins crooked 1241926: "
        "camera covered + board stopped + read after its peg + dead holes + words not tapped"
    ),
    "7.3 the card that a go is said to may be told as unread only after the word": (
        "many acc-2025/4 muggins honest 1274973: sticking contacts + unread, then told late"
    ),
    "7.3 cards that come to light in an impossible order make nobody's go unpegged": (
        "rules acc-2020/2 muggins crooked 1265532: camera covered + unread, then told late"
    ),
    "10.4 a peg that is just what is due next makes no call of the one before it": (
        "rules acc-2020/2 muggins crooked 1268034: "
        "read after its peg + dead holes + sticking contacts + words not tapped"
    ),
    "4.5.b the next deal's card lies where one has played all while the other's place is hidden": (
        "crowd alberta-55plus/2 plain crooked 1271703: dead holes + place hidden"
    ),
    "8.4.c who takes an overpeg back into a dead hole has been called aloud": (
        "many acc-2025/4 muggins crooked 1280274: dead holes + words not tapped"
    ),
    "9.2.c two hands by the front peg are one that was pegged unseen in its turn and another": (
        "many acc-2025/4/canadian plain crooked 1274964: dead holes + sticking contacts"
    ),
    "10.4.a a hand given up and a call are both tapped after the pegs for them": (
        "crowd acc-2025/4/canadian muggins crooked 1276888: bridged contacts + words tapped late"
    ),
    "10.4.d who wins by a hand that follows a call said aloud passes nobody": (
        "many acc-2025/4/canadian muggins crooked 1313094: unread + words not tapped"
    ),
    "10.4.d two pegs of the dealer before the crib are a call said aloud and the hand": (
        "rules acc-2020/2 muggins crooked 1213662: told late + words not tapped"
    ),
    "10.4.a what a peg that is up may have pegged into a dead hole is not missed for certain": (
        "rules acc-2025/2 muggins crooked 1331897: camera covered + dead holes"
    ),
    "10.4.d a hand and a crib of as many points are no call though the pone has given up more": (
        "rules acc-2020/2 muggins crooked 1380851: index hidden + words not tapped"
    ),
    "10.4.d of four players a hand was given up and called aloud, and another's was still to be counted before the "
    "caller's own, worth as much": "many acc-2025/4 muggins crooked 1444189: sticking contacts + words not tapped",
    "8.4.c what was pegged before the last card was for nothing, and the next peg is for it": (
        "many acc-2025/4 muggins crooked 1446390: unread + words not tapped"
    ),
    "8.4.c a peg that was up for long, and stands where it stood, may have been back in a dead hole": (
        "many hoyle/2 plain crooked 1446958: dead holes + words not tapped"
    ),
    "10.4.d of four, all of a hand is pegged of which a part seemed to be: that was a call": (
        "many acc-2025/4/canadian muggins crooked 1447808: dead holes + words not tapped"
    ),
    "8.4.c what came before the last card and is just two hands was perhaps for nothing": (
        "crowd corporate-challenge/4 plain crooked 1471905: sticking contacts + words not tapped"
    ),
    "8.4.d a crib that nobody read may have been pegged from a stuck contact into a dead one": (
        "rules corporate-challenge/2 plain honest 1490401: "
        "index hidden + dead holes + sticking contacts + track stopped"
    ),
    "8.3 what was pegged unseen shows in the next peg, beside points too many, and was not missed": (
        "table alberta-55plus/2 plain crooked 1451689: board stopped + told late + dead holes + "
        "sticking contacts + words not tapped"
    ),
    "8.4.c what might hold a go may be the award for points of a side whose pegs nobody sees": (
        "crowd acc-2025/4/canadian plain crooked 1543388: dead holes + words not tapped"
    ),
    "10.4.d of four, one hand is given up and another is just what that and the cost of the call are": (
        "crowd acc-2025/4 muggins crooked 1548211: place hidden + words not tapped"
    ),
    "8.4.b what judges ruled to be a false claim of game was for the crib that was told after it": (
        "rules acc-2025/2 plain crooked 1527761: "
        "read after its peg + told late + place hidden + track stopped"
    ),
    "10.4.d of four, all of a hand is pegged of which a part seemed to be, and whose was missed is not known": (
        "crowd acc-2025/4 muggins crooked 1571982: "
        "read late + read after its peg + track stopped + words not tapped"
    ),
    "8.4.c one card that lies again where the starter is hidden may be the next deal's": (
        "rules corporate-challenge/2 plain crooked 1562281: place hidden + words not tapped"
    ),
    "8.5.a so it may have for what was earned in a play that nobody could count": (
        "rules acc-2025/2 plain crooked 1600585: "
        "read late + hand on the cards + dead holes + sticking contacts + unread, then told late"
    ),
    "8.4.c(1) a peg that is up for four seconds may have stood in a dead hole, been called and put back": (
        "many alberta-55plus/4 plain crooked 1620068: dead holes + words not tapped"
    ),
    "8.4.c(1) a third peg that showed beyond the front one, from a contact that sticks, went back after a call": (
        "crowd alberta-55plus/2 plain crooked 1668459: sticking contacts + words not tapped"
    ),
    "10.4.b what a card made that may have been a lead is not called by the peg that fits it": (
        "rules acc-2020/2 muggins crooked 1676579: dead holes + words tapped late"
    ),
    "8.3 a go that only the next card shows was earned before its peg": (
        "table acc-2025/2 muggins crooked 1676874: track stopped + order lost"
    ),
    "8.4.a of hand and crib in one only the crib may have been claimed": (
        "rules acc-2025/2 plain crooked 1695221: place hidden + words not tapped"
    ),
    "8.5.a a point may be pegged into a dead hole and lost with the front peg": (
        "rules acc-2020/2 muggins crooked 1700078: dead holes + words not tapped"
    ),
    "8.4.c(1) a front peg that came further than its score may have pegged the award before, unseen": (
        "table acc-2020/2 plain crooked 1723640: "
        "board stopped + dead holes + sticking contacts + unread, then told late + place hidden"
    ),
    "8.4.c a peg that is perhaps held, and ends one hole back, puts nothing right": (
        "many alberta-55plus/4 plain crooked 1750444: read late + words tapped late"
    ),
    "8.3 what seems missed is pegged, as the front peg shows that goes on from a hole where it never stood": (
        "table corporate-challenge/2 plain honest 1785010: "
        "index hidden + board stopped + dead holes + sticking contacts + track stopped"
    ),
    "7.3 cards that are seen once a camera is not covered any more may be the next deal's": (
        "rules acc-2020/2 plain crooked 1788863: index hidden + camera covered + words tapped late"
    ),
    "6.3.c a peg that was up when the dealer's first card was told is for that, and his heels were forgotten": (
        "crowd acc-2025/2 plain crooked 1798409: hand on the cards + told late"
    ),
    "8.4.c what is more than a score and a go, of which nobody knows if it was due, is too many by that at least": (
        "many hoyle/4/61 muggins crooked 1811810: read late + board stopped"
    ),
    "8.5.c a peg by which a lost track was found is still held, and no back peg moves up with the next one": (
        "many acc-2020/2 plain honest 1812781: index hidden + sticking contacts"
    ),
    "10.4.a a hand pegged as it is worth was no wrong call because too many are pegged into the game hole after it": (
        "crowd acc-2025/4 muggins crooked 1865647: index hidden + order lost"
    ),
    "8.4.c(1) a peg that is up for a little more than three seconds may have stood in a dead hole": (
        "crowd acc-2025/2 muggins crooked 1875378: dead holes + words not tapped"
    ),
    "8.4.d of points that were too many at least as many at least stand": (
        "crowd acc-2025/4/canadian plain crooked 1880042: sticking contacts + words tapped late"
    ),
    "10.2 nobody went backward whose back peg goes home from where nobody saw it set in the deal before": (
        "rules acc-2020/2 muggins crooked 1910917: bridged contacts + track stopped"
    ),
    "8.5.a a peg in a dead hole was no missed score, though the other one passes it long after": (
        "table corporate-challenge/2 plain honest 1855820: dead holes + sticking contacts"
    ),
    "8.4.c what is pegged while nobody sees the cards is more than what went back before, and not too many": (
        "rules acc-2020/2 muggins crooked 1914951: unread + camera covered + told late + track stopped"
    ),
    "10.2 nor goes one backward that came out of a stopped board": (
        "rules acc-2025/2 plain crooked 1916236: board stopped + read after its peg + sticking contacts + "
        "bridged contacts + words tapped late"
    ),
    "8.4.c(1) a peg that is up for much longer than usual may have stood in a dead hole": (
        "many acc-2025/4/canadian plain crooked 1907718: dead holes + words not tapped"
    ),
    "8.4.b a hand of which nobody knows whether it was pegged is not given up by the next peg": (
        "table acc-2020/2 muggins crooked 1936838: index hidden + read after its peg + unread, then told late + "
        "place hidden + words tapped late"
    ),
    "8.3 what is perhaps no correction takes nothing off what was too many before": (
        "crowd corporate-challenge/4 plain crooked 1925074: read late + words tapped late"
    ),
}


def met_in(why: str) -> list[object]:
    """The rule that was found broken, who played it in which book and form, and each thing that hid it."""
    game = named(ONCE_ACCUSED[why])
    rule = re.match(r"\d[\w.()]*", why)
    return [rule and rule[0], game.form, game.maker, (game.muggins, game.honest), *game.kinds]


SOME = met_by_few({why: met_in(why) for why in ONCE_ACCUSED}, newest=14)
"""Between them every rule, book, form, maker and kind of blindness, and what was found last; the others wait for
`make torture`."""


def test_each_rule_book_and_kind_of_blindness_is_among_the_games_of_every_run() -> None:
    met, all_of_it = ({one for why in names for one in met_in(why)} for names in (SOME, ONCE_ACCUSED))
    assert met == all_of_it
    assert [*ONCE_ACCUSED][-14:] == SOME[-14:]
    assert set(KINDS) <= met
    assert set(PROFILES) <= {named(ONCE_ACCUSED[why]).form.split("/")[0] for why in SOME}


@pytest.mark.no_cover
@pytest.mark.parametrize("why", sample(SOME, [*ONCE_ACCUSED]))
def test_nobody_is_accused_of_what_was_not_seen(why: str) -> None:
    assert play_game(named(ONCE_ACCUSED[why])).outcome.false == []


REACHED = {
    "10.4.a after a call whose word is late the hand was pegged for itself": 530,
    "7.1.e a card too high has gone back where one card less can be counted": 530,
    "8.4.c(1) what was pegged for another's points too many is no hand pegged short": 550,
    "6.3 two for his heels where the next starter was not seen": 550,
    "10.4.a what was pegged for one hand may be too little for the partner's": 230,
    "8.4.c(1) the fingers slip on what is pegged for a challenge whose word is late": 30,
    "8.8 nobody misses points while a peg seems to stand in the other track": 70,
    "8.4.c of more than a silent contact explains the rest is too many": 310,
    "7.3 who says go has seen a card that comes to light with others": 280,
    "9.2.d a score may have been accepted before what was pegged too much": 450,
    "6.3 his heels in the deal after one that was led oddly may be the other's": 310,
    "8.3 nobody pegs beyond the game hole": 630,
    "10.4.a no call is refused while it is not known whether the play is over": 450,
    "8.4.c what a challenge that fits nothing is about was put into a dead hole": 40,
    "10.4.a the peg for a call waits for another hand when it is called": 240,
    "8.5.a a front peg that was taken out is no short peg": 112,
    "8.4.c a peg taken up again from a bridged contact may have been called": 246,
    "10.4.a one of two moves before the crib was for the hand, the other for a call": 106,
    "9.2.d what moved from a stuck contact into a dead one shows when the peg moves again": 170,
    "9.2.c what seems the partner's hand, too soon, may be one's own where muggins was said aloud before": 552,
    "8.7 a peg that was gone for long before another came stands in a dead hole": 65,
    "8.3 what comes out of a dead hole comes from nobody knows where": 440,
    "9.2 nobody is passed where the other side may deal": 142,
}
"""In these a branch is reached that no shorter test reaches, by this time of the table (s)."""


@pytest.mark.parametrize("why", REACHED)
def test_up_to_what_no_shorter_test_reaches_either(why: str) -> None:
    """The same games, as far as needed: only these are traced, which takes four times as long."""
    assert play_game(named(ONCE_ACCUSED[why]), until_t=REACHED[why]).outcome.false == []


HOYLE = {"dealer": "B", "profile": "hoyle"}
TO_THE_LAST = "cut:5S A:4S B:7C A:QC B:AH A:6D B:AS A+2"


@pytest.mark.parametrize("words", ["A-2 A:TC B:JS", "A:TC A-2 B:JS", "A-2 wait A:TC B:JS"])
def test_8_4_c_2_points_for_nothing_go_back_before_it_is_known_whether_a_hand_was_short(words: str) -> None:
    """The play may be over where a hand was dealt short; who takes them back says that it is not."""
    assert Table(**HOYLE).do(f"{TO_THE_LAST} {words}").verdicts == ["overpeg A 2", "corrected A 2"]


@pytest.mark.parametrize("book", ["hoyle", "alberta-55plus", "corporate-challenge"])
@pytest.mark.parametrize("show", [f"A+5 A-5 B+9 A+5 {CRIB} A+6", f"B+9 {CRIB} A+6 A-6 A+5 A+6"])
def test_9_2_who_counted_out_of_turn_takes_it_back_and_pegs_it_again(book: str, show: str) -> None:
    """No book asks for the order here, and none forbids to keep to it."""
    table = Table(profile=book).do(f"{CUT} {PLAY} {show} clear")
    assert {verdict.split()[0] for verdict in table.verdicts} == {"scored", "unverified"}
    assert table.verdicts[-2:] == ["scored A 5", "scored A 6"]


@pytest.mark.parametrize(
    ("show", "found", "remarks"),
    [
        ("B+7 A!muggins4", ["muggins A 1"], []),
        ("B+8 A!muggins2", [], ["muggins 10.4.a A not all that"]),
    ],
)
def test_10_4_a_a_call_is_right_for_what_was_missed_in_every_order_of_the_cards(
    show: str, found: list[str], remarks: list[str]
) -> None:
    """Bob's jack is told just after Ann's five, and lay before it: the fifteen was hers, and Bob missed nothing."""
    table = Table(profile="acc-2020", muggins=True).do("cut:TD B:9H A:3S B:AS A:QC A:4S A+1")
    table.zone("A", ["3S", "QC", "4S", "5S"])
    table.zone("B", ["9H", "AS", "JS"], after=0.15)
    table.do(f"A+2 B:9C B+1 {show}")
    assert [verdict for verdict in table.verdicts if verdict.startswith("muggins")] == found
    assert table.remarks == remarks


def test_10_4_a_a_peg_taken_for_a_call_is_said_by_a_table_that_asks_what_is_due_before_it_tells_more() -> (
    None
):
    """It is let go of before the crib is told, which says that it may have lain there before the peg."""
    table = Table(profile="hoyle", muggins=True).do("cut:TD B:9H A:3S B:AS A:QC A:4S A+1")
    table.zone("A", ["3S", "QC", "4S", "5S"])
    table.zone("B", ["9H", "AS", "JS"], after=0.15)
    table.do("A+2 B:9C B+1 B+7 A+7 A+1")
    table.see(cards={"zone": "crib", "seen": ["8C", "TC", "2H", "JH"]}, since=table.t - 3.0)
    reader, asked, told = LogReader(), list[Event](), list[Event]()
    for seen in reader.read(table.log):
        if not told:
            live, later = Referee(reader.header_of_game), Referee(reader.header_of_game)
        asked += [*live.before(seen), *live.receive(seen)]
        told += later.receive(seen)
    asked_for, later_told = ([e.body for e in some if e.kind == "verdict"] for some in (asked, told))
    assert "muggins" in [verdict["code"] for verdict in later_told]
    assert sorted(asked_for, key=str) == sorted(later_told, key=str)


@pytest.mark.parametrize(("lifted", "over"), [("B^", []), ("", ["over 7.1.e A a card over"])])
def test_7_1_e_a_card_laid_while_a_go_is_pegged_is_none_over_thirty_one(lifted: str, over: list[str]) -> None:
    table = Table().do(f"cut:5H B:4C A:JH B:AS B+2 A:JC B:4H {lifted} A:QH")
    assert table.remarks == over


def test_7_1_e_under_an_arm_a_card_over_thirty_one_may_go_back() -> None:
    """Whether the queen went back or leads is not known, so the point after it is neither right nor too much, and
    nobody is told to take the queen back."""
    table = Table().do("cut:5H B:4C A:JH B:AS B+2 A:JC B:4H A:QH A? B+1")
    assert table.remarks == []
    assert table.verdicts == ["scored B 2", "unverified B 1"]


@pytest.mark.parametrize(("hidden", "found"), [("A#", []), ("", ["wrong-count"])])
def test_4_4_a_fifth_card_beside_a_place_that_is_hidden_may_be_the_next_deals(
    hidden: str, found: list[str]
) -> None:
    """The play may have ended in the hidden place, and the cards that can be seen were turned over."""
    table = Table(profile="alberta-55plus")
    table.do(f"cut:5H B:4D A:9C B:KS A:2H B:6S B+2 clear:B clear:A A:TD B:QH {hidden} clear:B B:6C")
    assert table.verdicts == ["scored B 2", *found]


def test_cards_of_a_place_that_was_unread_were_laid_one_by_one_between_the_others() -> None:
    """Ann's place is unread while Bob lays three; a go was due to Bob, whichever order hers had."""
    table = Table(**HOYLE).do("cut:QH A?1 B:4H B:TS B:2S")
    table.do("B^")
    table.zone("A", ["2H", "5H", "3S"])
    table.do("B+1")
    table.zone("A", ["2H", "5H", "3S", "JC"])
    table.do("B:KD B+1 A+8")
    assert {verdict.split()[0] for verdict in table.verdicts} == {"scored", "unverified"}


TWO_WEAK_CONTACTS = [
    (f"{CUT} {PLAY.removesuffix(' A+1')} B+9 A^f A=9,0 {CRIB}", "A"),
    ("cut:4H B:TC A:JH B:8C A!go A:KD B:KS B^f B=23,10 A:2D wait B:3D", "B"),
]
"""A point goes from a contact that sticks into a dead one: the last card's, or the go. Then the rear peg moves on."""


@pytest.mark.parametrize(("words", "player"), TWO_WEAK_CONTACTS)
def test_8_5_a_what_comes_as_far_as_two_scores_may_be_the_rear_peg(words: str, player: str) -> None:
    table = Table(b=(20, 10) if player == "B" else (0, -1)).do(words)
    about = [one for one in table.verdicts if f" {player} " in one and not one.startswith("scored")]
    pegged = {"A": 6, "B": 3}[player]
    assert about == [f"underpeg {player} 1", f"unverified {player} {pegged}", f"withdrawn {player} 1"]


def test_7_4_cards_that_come_to_light_at_once_were_laid_in_any_order() -> None:
    """A five makes fifteen after Bob's ten, and a ten a pair: two either way, or for both."""
    for points in (2, 4):
        table = Table().do("cut:4H B:TC A# wait wait")
        table.zone("A", ["5C", "TD"])
        found = table.do(f"A+{points} B:2C").verdicts
        assert [one for one in found if not one.startswith(("scored", "unverified"))] == []


WENT_BACK = [
    ("A+4 B+10 B^f A!accept B=51,44 A+3", "unverified A 3"),
    ("A+4 B+10 A+3", "overpeg A 3"),
]


@pytest.mark.parametrize(("show", "found"), WENT_BACK)
def test_8_4_c_1_what_went_back_over_a_dead_hole_may_have_been_challenged(show: str, found: str) -> None:
    """Ann agrees while one peg of Bob's is seen, and three come back: her own three may be the penalty."""
    table = Table(dealer="B", profile="acc-2020", a=(29, 27), b=(43, 36))
    table.do("cut:7S A:7H B:2C A:3C B:9C A:6S A:3S A+1 B:5D B:6C B+1").do(f"{show} crib:4C,JS,AH,5C B+5")
    assert found in table.verdicts


@pytest.mark.parametrize(("crib", "found"), [("crib#", "unverified A 2"), ("", "overpeg A 2")])
def test_10_4_a_what_was_missed_of_a_crib_that_something_hides_may_be_called(crib: str, found: str) -> None:
    """Bob's crib is worth six. Whether he pegs all of it is not seen, and two may be called for."""
    table = Table(dealer="B", profile="hoyle", muggins=True, a=(17, 15), b=(28, 26))
    table.do(f"cut:5C A:QH B:KH A:2S B:9D B+2 A:6H B:5D A:4D A+5 {crib} B:TH B+1 A+7 B+10 A+2")
    assert table.verdicts[-1] == found


@pytest.mark.parametrize(("points", "found"), [(3, "unverified B 3"), (10, "overpeg B 10")])
def test_10_4_a_fewer_than_were_given_up_may_be_called_before_a_hand_worth_nothing(
    points: int, found: str
) -> None:
    """Ann says aloud that her nine are none, and Bob, whose hand is worth nothing, calls for three of them."""
    table = Table(dealer="B", profile="hoyle", muggins=True)
    table.do(f"cut:QS A:5D B:AC A:KC B:8H A:6D A+1 B:3C A:JD B:9H B+1 B+{points} crib:8C,KH,2S,2C B+2")
    assert found in table.verdicts


def test_8_3_the_fewest_that_were_missed_in_any_order_are_missed_for_certain() -> None:
    """Bob's one is too few for his pair of fours, or for his hand, as Ann's cards lay: that is all that is said."""
    table = Table(profile="alberta-55plus").do("cut:2C B:8H A:AC B:7C A:KD B:2S B+1 clear:A clear:B A?1 B:4S")
    table.zone("A", ["4C", "7D"])
    table.do("A+4 A+1")
    table.zone("A", ["4C", "7D", "KD", "AC"])
    table.zone("B", ["4S", "7C", "8H", "2S"])
    found = table.do("B+1 A+2 crib:3D,JD,3C,TD A+10 clear cut:5H A:6C").verdict("underpeg")
    assert (found["points"], found["least"], found["pegged"]) == (1, True, 1)
    assert not found.keys() & {"earned", "breakdown", "remedy"}
    explained = explain_verdicts(table.log, found["t"])[0].lines
    assert "underpeg B, at least 1 point" in explained[0]
    assert not any(line.strip().startswith("Earned") for line in explained)


def test_6_1_a_starter_that_was_hidden_may_be_told_after_the_first_card() -> None:
    """Something lies over the starter while the cards are taken up; Ann leads, it is read, and Bob makes fifteen."""
    table = Table().do(f"{CUT} {PLAY} B+9 A+5 {CRIB} A+6 clear:crib clear:A starter# clear:B")
    table.zone("A", ["9S"], 4)
    table.zone("starter", ["KD"], 0.1)
    table.zone("B", ["6C"], 2.8)
    table.do("B+2")
    table.t += 4
    assert table.do("A:4D B:TH").verdicts[-1] == "unverified B 2"


def test_7_3_a_card_told_late_after_a_go_was_perhaps_laid_before_it_and_is_no_renege() -> None:
    """Ann's ace lay between Bob's Jack and three, which come to light together; on twenty-eight she says go."""
    table = Table(a=(41, 40), b=(95, 94)).do("cut:4C B:7H A:7C A+2 B:JS,3C A!go A:AH B+1 A:8H B:TC A:9C wait")
    assert table.verdicts == ["scored A 2", "unverified B 1"]


@pytest.mark.parametrize(("hand", "found"), [(7, "unverified B 7"), (6, "front-peg-removed B 2")])
def test_8_5_a_so_may_what_comes_further_than_a_hand_after_a_play_that_nobody_could_count(
    hand: int, found: str
) -> None:
    """Bob's hand is worth six; what he earned in the play is not known, and he may have pegged it."""
    table = Table(dealer="B", a=(24, 16), b=(4, 0)).do("cut:7C A:3H B:KD A:QS B:8H B+2 A:8S B:5C B? A:6S")
    table.zone("B", ["KD", "8H", "5C"])
    table.zone("B", ["KD", "8H", "5C", "2S"])
    table.do(f"A+5 B^f B={6 + hand},4")
    assert table.verdicts[2:] == [found]
